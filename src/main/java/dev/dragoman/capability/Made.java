package dev.dragoman.capability;

import java.util.List;
import java.util.Map;

/** What a line comes to that makes objects. Immutable. */
public sealed interface Made {
    /** What is to be there, in this order. */
    List<Map<String, Object>> objects();

    /** What is to be told of it. */
    List<Trouble> troubles();

    /** These, and of what the line makes nothing else: what there is of that goes. */
    record Objects(List<Map<String, Object>> objects, List<Trouble> troubles) implements Made {
        public Objects {
            objects = List.copyOf(objects);
            troubles = List.copyOf(troubles);
        }

        /** Nothing is to be told of them. */
        public Objects(List<Map<String, Object>> objects) {
            this(objects, List.of());
        }
    }

    /** Nothing: what there is of what the line makes goes. */
    record NotWanted() implements Made {
        @Override
        public List<Map<String, Object>> objects() {
            return List.of();
        }

        @Override
        public List<Trouble> troubles() {
            return List.of();
        }
    }

    /**
     * It is not known, so what there is stays as it is, but for what is named here.
     *
     * @param troubles why
     * @param objects what is to be there all the same
     * @param gone what is there and goes all the same
     */
    record Unknown(
            List<Trouble> troubles,
            List<Map<String, Object>> objects,
            List<Map<String, Object>> gone)
            implements Made {
        public Unknown {
            troubles = List.copyOf(troubles);
            objects = List.copyOf(objects);
            gone = List.copyOf(gone);
        }

        /** All stays as it is. */
        public Unknown(List<Trouble> why) {
            this(why, List.of(), List.of());
        }
    }
}
