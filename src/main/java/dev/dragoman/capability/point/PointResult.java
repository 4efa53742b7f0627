package dev.dragoman.capability.point;

import dev.dragoman.capability.status.Marks;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The result of an extension point. Immutable. */
public sealed interface PointResult {
    /** What to remember as {@link Marks#once}; of a file whose steps failed, nothing new. */
    default List<String> once() {
        return List.of();
    }

    /** Steps of a point with {@link Point#acts} have succeeded. */
    record Acted(List<String> once) implements PointResult {}

    /**
     * The reconciliation goes on.
     *
     * @param body a copy of the body that the steps left, with the values of secrets; an empty map
     *     when the point does not use it
     * @param shown a copy of the body with the secrets hidden
     */
    record Passed(Object body, Object shown) implements PointResult {
        /** For a body without hidden secrets. */
        public Passed(Object body) {
            this(body, body);
        }

        /** Does not contain the body, which may hold secrets. */
        @Override
        public String toString() {
            return "Passed";
        }
    }

    /**
     * The reconciliation goes on with objects that steps added.
     *
     * @param objects in the form in which they are applied
     * @param files names of the files whose steps added objects
     */
    record Added(List<Map<String, Object>> objects, Set<String> files) implements PointResult {
        public Added {
            objects = List.copyOf(objects);
            files = Set.copyOf(files);
        }

        /** Does not contain the objects, which may hold secrets. */
        @Override
        public String toString() {
            return "Added by " + files;
        }
    }

    /** The steps gave a verdict: the reconciliation does not make the change. */
    record Judged(Verdict verdict) implements PointResult {}

    /**
     * Steps of a point with {@link Point#acts} failed, which does not fail the reconciliation. In a
     * trial: the steps would send an https request, which a trial does not do.
     *
     * @param problem the file that failed, and why; contains no value of the exchange
     */
    record Failed(String problem, List<String> once) implements PointResult {}
}
