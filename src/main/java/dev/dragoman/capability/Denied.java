package dev.dragoman.capability;

import dev.dragoman.capability.point.Verdict;
import dev.dragoman.reconcile.Outcome;

/**
 * Ends a reconciliation because a verdict forbids its next step: a team's, or that of a line left
 * out of the route.
 */
public record Denied(Verdict verdict) implements Finish {
    @Override
    public Outcome outcome() {
        return verdict.outcome();
    }
}
