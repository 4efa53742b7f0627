package dev.dragoman.capability;

import dev.dragoman.capability.point.Verdict;
import dev.dragoman.reconcile.Outcome;

/** Ends a reconciliation because a team's verdict forbids its next step. */
public record Denied(Verdict verdict) implements Finish {
    @Override
    public Outcome outcome() {
        return verdict.outcome();
    }
}
