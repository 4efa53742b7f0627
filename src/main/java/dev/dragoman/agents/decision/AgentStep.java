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

    /** Mark busy pods, and remove the marks of pods that are no longer busy. */
    record Mark(List<Change> pods) implements AgentStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof Marked;
        }
    }

    /** Remove agents that no longer run from their pool. */
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
