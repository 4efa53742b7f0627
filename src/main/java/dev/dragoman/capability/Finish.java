package dev.dragoman.capability;

import dev.dragoman.reconcile.Outcome;

/** Ends the reconciliation. There is no line for it. */
public interface Finish extends Step {
    /** When to come again. */
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
