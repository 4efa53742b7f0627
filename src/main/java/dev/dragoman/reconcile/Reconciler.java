package dev.dragoman.reconcile;

/**
 * What the engine calls for each reconciliation. Must be safe to repeat after a crash at any point,
 * must not sleep or poll (return {@link Outcome.RequeueAfter} instead), and is never called for one
 * key by two threads at once. An exception counts as {@link Outcome.Transient}.
 */
@FunctionalInterface
public interface Reconciler {
    Outcome reconcile(Reconciliation reconciliation) throws Exception;
}
