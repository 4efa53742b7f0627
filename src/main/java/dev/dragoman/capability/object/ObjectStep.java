package dev.dragoman.capability.object;

import dev.dragoman.capability.Step;
import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.point.Before;
import dev.dragoman.kube.object.Seen;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Steps of the core for capabilities that make objects. */
public sealed interface ObjectStep extends Step {
    @Override
    default boolean changes() {
        return this instanceof Apply || this instanceof Remove;
    }

    /**
     * Placeholder while the lines that make objects run. {@link Make} replaces it at each of these
     * lines.
     */
    record Makers() implements ObjectStep {}

    /**
     * One line is to say which objects are wanted.
     *
     * @param name name of the line
     */
    record Make(String name) implements ObjectStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof Made;
        }
    }

    /** Compare the wanted objects with the existing ones. */
    record Compare() implements ObjectStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof ObjectComparison;
        }
    }

    /**
     * Apply these objects, in this order.
     *
     * @param before the extension point that runs once before all changes
     */
    record Apply(List<Map<String, Object>> objects, Optional<Before> before) implements ObjectStep {
        @Override
        public Object body(StepCall<?> call) {
            return objects;
        }

        @Override
        public Seen seen(StepCall<?> call) {
            return call.context().making().map(Making::seen).orElse(Seen.NOTHING);
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof List<?>;
        }
    }

    /** Keep these objects without their owner. The line {@code remove} does it. */
    record Detach(List<Map<String, Object>> objects) implements ObjectStep {
        @Override
        public String name() {
            return "remove";
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }

    /**
     * Delete these objects, in this order.
     *
     * @param before as in {@link Apply}
     * @param afterOwned whether each object is deleted only after the objects that it owns, such as
     *     pods
     */
    record Remove(List<Map<String, Object>> objects, Optional<Before> before, boolean afterOwned)
            implements ObjectStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }
}
