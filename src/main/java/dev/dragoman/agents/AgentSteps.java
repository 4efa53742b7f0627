package dev.dragoman.agents;

import dev.dragoman.agents.decision.Facts;
import dev.dragoman.agents.decision.Step;
import dev.dragoman.capability.StepCall;
import dev.dragoman.kube.Remover;

/** Steps of CDTargets that no component has. Thread-safe. */
public final class AgentSteps {
    private final Remover remover;

    AgentSteps(Remover remover) {
        this.remover = remover;
    }

    /** Deletes what is not wanted any more; how many it were. */
    public int remove(StepCall<Facts> call) {
        var step = call.step(Step.Remove.class);
        for (var each : step.objects()) {
            if (step.leaving().isPresent()) {
                remover.deleteAfterOwned(each);
            } else {
                remover.delete(each);
            }
        }
        return step.objects().size();
    }
}
