package dev.dragoman.reconcile;

import java.util.concurrent.Callable;

/**
 * Whose pass the current thread makes: what it writes and needs is its subscription's. A thread
 * that a reconciliation starts makes none.
 */
final class Acting {
    /** Nobody's reconciliation, or it is not known whose. */
    static final String NOBODY = "";

    private static final ScopedValue<String> SUBSCRIPTION = ScopedValue.newInstance();

    private Acting() {}

    /** Name of the subscription whose reconciliation this thread makes, or {@link #NOBODY}. */
    static String subscription() {
        return SUBSCRIPTION.orElse(NOBODY);
    }

    /** Does the work as a reconciliation of the subscription. */
    static <T> T as(String subscription, Callable<T> work) throws Exception {
        return ScopedValue.where(SUBSCRIPTION, subscription).call(work::call);
    }
}
