package dev.dragoman.agents.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.kube.MetadataChange;
import java.util.List;
import java.util.Optional;

/** What is done for a CDTarget. */
public sealed interface Step extends dev.dragoman.capability.Step {
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
}
