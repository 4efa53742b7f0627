package dev.dragoman.capability;

import dev.dragoman.reconcile.Outcome;

/** The end of a reconciliation whose next step a team's verdict does not let be done. */
record Denied(Verdict verdict) implements Finish {
    @Override
    public Outcome outcome() {
        return verdict.outcome();
    }
}
