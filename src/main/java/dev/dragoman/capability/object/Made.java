package dev.dragoman.capability.object;

import java.util.List;
import java.util.Map;

/** What a line that makes objects answers. Immutable. */
public sealed interface Made {
    /** The wanted objects, in the order in which they are applied. */
    List<Map<String, Object>> objects();

    /** What the line reports in conditions, such as a missing Secret. */
    List<Trouble> troubles();

    /** Exactly these objects are wanted. Other objects that the line made before are deleted. */
    record Objects(List<Map<String, Object>> objects, List<Trouble> troubles) implements Made {
        public Objects {
            objects = List.copyOf(objects);
            troubles = List.copyOf(troubles);
        }

        /** Wanted objects without troubles. */
        public Objects(List<Map<String, Object>> objects) {
            this(objects, List.of());
        }
    }

    /** No objects are wanted. Those that the line made before are deleted. */
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
     * The line cannot know yet which objects are wanted. Objects that it made before are not
     * changed, except those in {@code objects} and {@code gone}.
     *
     * @param troubles why the line cannot know
     * @param objects objects that are known to be wanted
     * @param gone existing objects that are known to be unwanted, and are deleted
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

        /** No object that the line made before is changed or deleted. */
        public Unknown(List<Trouble> why) {
            this(why, List.of(), List.of());
        }
    }
}
