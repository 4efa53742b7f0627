package dev.dragoman.agents.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.capability.StepCall;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.MetadataChange;
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
            return Optional.of(exists ? Before.change(paths(objects)) : Before.create());
        }
    }

    /**
     * Delete these, which are not wanted any more.
     *
     * @param leaving id of the target where it goes too: each stays until what it owns has ended
     */
    record Remove(List<Map<String, Object>> objects, Optional<String> leaving) implements Step {
        @Override
        public Optional<Before> before() {
            return leaving.map(Before::delete).or(() -> Optional.of(Before.change(paths(objects))));
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }

    /** A pod, and what is to be written on it. */
    record Change(AgentPod pod, MetadataChange change) {}

    /** Write on pods that they are busy, or that they are no more. */
    record Mark(List<Change> pods) implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Marked;
        }
    }

    /** Take agents out of their pool, whose pods are gone. */
    record SignOff(CdTarget target, List<PoolAgent> agents) implements Step {
        @Override
        public Optional<Before> before() {
            return Optional.of(Before.delete(target.id()));
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }

    private static List<String> paths(List<Map<String, Object>> objects) {
        return objects.stream()
                .map(each -> each.get("kind") + "/" + Fields.metadata(each, "name"))
                .toList();
    }
}
