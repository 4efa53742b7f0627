package dev.dragoman.reconcile;

import java.util.concurrent.Callable;

/**
 * The subscription whose reconciliation runs on the current thread. Writes and references of this
 * thread count as that subscription's. Threads that a reconciliation starts do not inherit the
 * subscription.
 */
public final class Acting {
    /** No reconciliation runs on this thread, or its subscription is unknown. */
    public static final String NOBODY = "";

    private static final ScopedValue<String> SUBSCRIPTION = ScopedValue.newInstance();

    private Acting() {}

    /** Name of the subscription whose reconciliation runs on this thread, or {@link #NOBODY}. */
    public static String subscription() {
        return SUBSCRIPTION.orElse(NOBODY);
    }

    /** Runs the work as a reconciliation of the subscription. */
    public static <T> T as(String subscription, Callable<T> work) throws Exception {
        return ScopedValue.where(SUBSCRIPTION, subscription).call(work::call);
    }
}
