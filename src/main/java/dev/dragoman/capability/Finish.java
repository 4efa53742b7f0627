package dev.dragoman.capability;

import dev.dragoman.reconcile.Outcome;

/** The last step of a reconciliation. It has no line in the route. */
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
