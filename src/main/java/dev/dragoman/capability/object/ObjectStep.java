package dev.dragoman.capability.object;

import dev.dragoman.capability.Step;
import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.point.Before;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Steps of the core for capabilities that make objects. */
public sealed interface ObjectStep extends Step {
    @Override
    default boolean changes() {
        return this instanceof Apply || this instanceof Remove;
    }

    /** The lines of makers run now, each in its place, until another line follows. */
    record Makers() implements ObjectStep {}

    /**
     * One line is to say what it makes.
     *
     * @param name name of the line
     */
    record Make(String name) implements ObjectStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof Made;
        }
    }

    /** What is wanted is to be compared with what is there. */
    record Compare() implements ObjectStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof ObjectComparison;
        }
    }

    /**
     * Apply these objects, in this order.
     *
     * @param before the extension point before all changes
     */
    record Apply(List<Map<String, Object>> objects, Optional<Before> before) implements ObjectStep {
        @Override
        public Object body(StepCall<?> call) {
            return objects;
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof List<?>;
        }
    }

    /**
     * Delete these objects, in this order.
     *
     * @param before as of {@link Apply}
     * @param afterOwned whether each object stays until what it owns, such as pods, has ended
     */
    record Remove(List<Map<String, Object>> objects, Optional<Before> before, boolean afterOwned)
            implements ObjectStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }
}
