package dev.dragoman.agents.decision;

import dev.dragoman.agents.decision.workload.AgentPod;
import dev.dragoman.capability.point.Before;
import dev.dragoman.kube.object.MetadataChange;
import java.util.List;
import java.util.Optional;

/** Steps of a CDTarget. */
public sealed interface AgentStep extends dev.dragoman.capability.Step {
    /** A pod, and the change of its metadata. */
    record Change(AgentPod pod, MetadataChange change) {}

    /** Mark pods that are busy now, and remove the marks of those that are not any more. */
    record Mark(List<Change> pods) implements AgentStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof Marked;
        }
    }

    /** Remove agents whose pods are gone from their pool. */
    record SignOff(CdTarget target, List<PoolAgent> agents) implements AgentStep {
        @Override
        public Optional<Before> before() {
            return Optional.of(Before.delete(target.id()));
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }
}
