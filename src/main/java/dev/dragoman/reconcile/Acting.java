package dev.dragoman.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The reconciliation that runs on the current thread. Writes and references of this thread count as
 * its subscription's. Threads that a reconciliation starts do not inherit it.
 */
public final class Acting {
    /** No reconciliation runs on this thread, or its subscription is unknown. */
    public static final String NOBODY = "";

    private static final ScopedValue<Acting> CURRENT = ScopedValue.newInstance();

    private final String subscription;
    private final String namespace;
    private final List<Runnable> ends = new ArrayList<>();
    private boolean over;

    private Acting(String subscription, String namespace) {
        this.subscription = subscription;
        this.namespace = namespace;
    }

    /** Name of the subscription whose reconciliation runs on this thread, or {@link #NOBODY}. */
    public static String subscription() {
        return CURRENT.isBound() ? CURRENT.get().subscription : NOBODY;
    }

    /**
     * Namespace of the object whose reconciliation runs on this thread; empty if none runs, or the
     * object is cluster-scoped.
     */
    public static String namespace() {
        return CURRENT.isBound() ? CURRENT.get().namespace : NOBODY;
    }

    /** The work, for another thread that does it for the reconciliation of this thread. */
    public static <T> Callable<T> carrying(Callable<T> work) {
        return CURRENT.isBound() ? CURRENT.get().with(Effects.carried(work)) : work;
    }

    /**
     * Does something when the reconciliation of this thread ends; at once if none runs any more.
     *
     * @param end throws nothing
     */
    public static void atEnd(Runnable end) {
        if (!CURRENT.isBound() || !CURRENT.get().add(end)) {
            end.run();
        }
    }

    /** Runs the work as a reconciliation of the subscription, for an object of the namespace. */
    public static <T> T as(String subscription, String namespace, Callable<T> work)
            throws Exception {
        var acting = new Acting(subscription, namespace);
        try {
            return acting.with(work).call();
        } finally {
            acting.end();
        }
    }

    private synchronized boolean add(Runnable end) {
        return !over && ends.add(end);
    }

    /** A thread that works for the reconciliation may outlive it. */
    private synchronized void end() {
        over = true;
        ends.forEach(Runnable::run);
    }

    private <T> Callable<T> with(Callable<T> work) {
        return () -> ScopedValue.where(CURRENT, this).call(work::call);
    }
}
