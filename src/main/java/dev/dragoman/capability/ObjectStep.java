package dev.dragoman.capability;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the core does for capabilities that make objects. */
public sealed interface ObjectStep extends Step {
    @Override
    default boolean changes() {
        return this instanceof Apply || this instanceof Remove;
    }

    /** The lines of makers come now, each in its place, until another line does. */
    record Makers() implements ObjectStep {}

    /**
     * One line is to say what it makes.
     *
     * @param name of the line
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
            return result instanceof Comparison;
        }
    }

    /**
     * Apply these, in their order.
     *
     * @param before the point that comes before all that is changed
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
     * Delete these, in their order.
     *
     * @param before as of {@link Apply}
     * @param afterOwned whether each stays until what it owns has ended, such as pods
     */
    record Remove(List<Map<String, Object>> objects, Optional<Before> before, boolean afterOwned)
            implements ObjectStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }
}
