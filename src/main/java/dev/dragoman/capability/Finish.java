package dev.dragoman.capability;

import dev.dragoman.reconcile.Outcome;

/** Ends the reconciliation. No line of the route does it. */
public interface Finish extends Step {
    /** When to reconcile again. */
    Outcome outcome();

    @Override
    default String name() {
        return "finish";
    }

    @Override
    default boolean changes() {
        return false;
    }
}
