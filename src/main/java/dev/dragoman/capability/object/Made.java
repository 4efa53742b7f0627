package dev.dragoman.capability.object;

import java.util.List;
import java.util.Map;

/** The result of a line that makes objects. Immutable. */
public sealed interface Made {
    /** The wanted objects, in this order. */
    List<Map<String, Object>> objects();

    /** What is to be told about them. */
    List<Trouble> troubles();

    /** These objects alone: others that the line has made before are deleted. */
    record Objects(List<Map<String, Object>> objects, List<Trouble> troubles) implements Made {
        public Objects {
            objects = List.copyOf(objects);
            troubles = List.copyOf(troubles);
        }

        /** Objects about which nothing is to be told. */
        public Objects(List<Map<String, Object>> objects) {
            this(objects, List.of());
        }
    }

    /** No objects: those that the line has made before are deleted. */
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
     * It is not known what is wanted. What exists stays as it is, except the objects that are named
     * here.
     *
     * @param troubles why it is not known
     * @param objects objects that are wanted all the same
     * @param gone existing objects that are deleted all the same
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

        /** What is wanted is not known: all that exists stays unchanged. */
        public Unknown(List<Trouble> why) {
            this(why, List.of(), List.of());
        }
    }
}
