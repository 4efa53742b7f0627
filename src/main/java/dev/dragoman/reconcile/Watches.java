package dev.dragoman.reconcile;

import dev.dragoman.reconcile.cache.ObjectCache;
import dev.dragoman.reconcile.cache.OwnWrites;
import dev.dragoman.reconcile.watch.KeptWatch;
import dev.dragoman.reconcile.watch.SharedWatch;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What capabilities use of the engine: its watches, and what these show. A dry run has another
 * implementation, over objects in memory. Thread-safe.
 */
public interface Watches {
    /** The objects that the informers have seen. */
    ObjectCache cache();

    /** Which objects need which other objects. */
    References references();

    /** The ledger to which writers report their writes. */
    OwnWrites ownWrites();

    /**
     * Adds a watch that many dependants share. For each dependant that the watch serves, it watches
     * every needed object that it covers. When several shared watches fit, the one that was added
     * first is used. To be called before the engine starts.
     */
    void share(SharedWatch watch);

    /**
     * Opens a watch at the start and keeps it open, whether or not anybody needs its objects.
     * {@link #cache} serves these objects, and {@link #references} open no other watch for them.
     *
     * @throws IllegalStateException when the engine was started or stopped before
     */
    void watch(KeptWatch watch);

    /**
     * Adds an index for {@link ObjectCache#byIndex}: it keeps, for each object of all
     * subscriptions, the value that the function returns. A value is visible no later than the
     * event that brings it.
     *
     * @param name unique in the engine
     * @param valueOf gets the whole object, deeply immutable. Called on the threads of watches, so
     *     it must not block. When it throws, the object has no value in the index.
     * @throws IllegalStateException when the engine was started before, or the index exists
     */
    void index(String name, Function<Map<String, Object>, Optional<String>> valueOf);

    /**
     * As {@link #index}, for values that are ids of the outside world: {@code wakeById} finds
     * objects by them.
     *
     * @param valueOfId turns an id, however it is spelled, into its value in the index; must not
     *     throw
     * @throws IllegalStateException when the engine was started before, or the index exists
     */
    void indexOfIds(
            String name,
            Function<Map<String, Object>, Optional<String>> valueOf,
            UnaryOperator<String> valueOfId);

    /**
     * Queues the key in each subscription that reconciles it. Does nothing when no subscription
     * does.
     */
    void enqueue(ObjectKey key, Cause cause);

    /**
     * Queues the object in the subscription, as after an edit; the reconciliation compares it with
     * the outside world. A pause after a failure is cut short. After a further failure the pauses
     * go on growing. A replica that stands by reconciles the object once it leads.
     *
     * @return how many objects were queued: 0 when there is no such subscription, or when it has no
     *     such object; the metric {@code dragoman_wakes} counts the second case
     */
    int wake(String subscription, ObjectKey key);

    /** As {@link #wake(String, ObjectKey)}, in each subscription that reconciles the object. */
    void wake(ObjectKey key);

    /** As {@link #wake(String, ObjectKey)}, for all objects that have the id in an index of ids. */
    int wakeById(String subscription, String id);

    /**
     * Whether this process may write now: it holds the Lease, judged by the clock, or there is no
     * leader election. Stays true while the engine waits for reconciliations at its end.
     */
    boolean mayWrite();
}
