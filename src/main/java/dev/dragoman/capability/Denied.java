package dev.dragoman.capability;

import dev.dragoman.capability.point.Verdict;
import dev.dragoman.reconcile.Outcome;

/**
 * Ends a reconciliation because a verdict forbids its next step. The verdict comes from a team's
 * steps, or says that the route has no line for the step.
 */
public record Denied(Verdict verdict) implements Finish {
    @Override
    public Outcome outcome() {
        return verdict.outcome();
    }
}
