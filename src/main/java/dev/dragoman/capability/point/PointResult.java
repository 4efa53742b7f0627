package dev.dragoman.capability.point;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The result of an extension point. Immutable. */
public sealed interface PointResult {
    /**
     * The reconciliation goes on.
     *
     * @param body what the steps left, where they may change it: a copy, with the values of secrets
     * @param shown the same, with the secrets hidden
     */
    record Passed(Object body, Object shown) implements PointResult {
        /** For a point whose body does not come back. */
        public Passed(Object body) {
            this(body, body);
        }

        /** Without the body, which may hold secrets. */
        @Override
        public String toString() {
            return "Passed";
        }
    }

    /**
     * The reconciliation goes on with objects that steps added.
     *
     * @param objects as they are to be made
     * @param files names of the files that added some of them
     */
    record Added(List<Map<String, Object>> objects, Set<String> files) implements PointResult {
        public Added {
            objects = List.copyOf(objects);
            files = Set.copyOf(files);
        }

        /** Without the objects, which may hold secrets. */
        @Override
        public String toString() {
            return "Added by " + files;
        }
    }

    /** The reconciliation does not go on. */
    record Judged(Verdict verdict) implements PointResult {}

    /**
     * Steps with effects outside failed, which does not fail the reconciliation. In a trial: the
     * steps would ask somebody outside, which a trial does not do.
     *
     * @param problem which file, and why; without a value of the exchange
     */
    record Failed(String problem) implements PointResult {}
}
