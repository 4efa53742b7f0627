package dev.dragoman.agents.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.capability.StepCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is done for a CDTarget. */
public sealed interface Step extends dev.dragoman.capability.Step {
    /**
     * Apply these, in their order.
     *
     * @param exists whether anything of the target is there already
     */
    record Apply(List<Map<String, Object>> objects, boolean exists) implements Step {
        @Override
        public Object body(StepCall<?> call) {
            return objects;
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof List<?>;
        }

        @Override
        public Optional<Before> before() {
            return Optional.of(exists ? Before.change(paths()) : Before.create());
        }

        private List<String> paths() {
            return objects.stream()
                    .map(
                            each ->
                                    each.get("kind")
                                            + "/"
                                            + ((Map<?, ?>) each.get("metadata")).get("name"))
                    .toList();
        }
    }

    /** Delete these, which are not wanted any more. */
    record Remove(List<Map<String, Object>> objects) implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }
}
