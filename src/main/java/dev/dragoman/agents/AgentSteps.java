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
        var objects = call.step(Step.Remove.class).objects();
        objects.forEach(remover::delete);
        return objects.size();
    }
}
