package dev.dragoman.reconcile;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a controller knows of deleted objects, until their reconciliation has succeeded or is given
 * up. No event ends the tries of a deleted object, so without a limit all objects that were ever
 * deleted would be tried for ever. Thread-safe.
 */
final class GoneObjects {
    /** Maximum number of failed reconciliations of a deleted object; 40 minutes at a slow pace. */
    static final int TRIES = 20;

    private static final Logger LOG = LoggerFactory.getLogger(GoneObjects.class);

    private final Map<ObjectKey, String> uids = new ConcurrentHashMap<>();
    private final Map<ObjectKey, Integer> failures = new ConcurrentHashMap<>();

    /** Remembers that the object of this uid was deleted. */
    void add(ObjectKey key, String uid) {
        uids.put(key, uid);
        failures.remove(key);
    }

    /** Uid of a deleted object; empty when its deletion was not seen. */
    String uid(ObjectKey key) {
        return uids.getOrDefault(key, "");
    }

    /** Called when an object of this name exists: forgets the deleted object. */
    void alive(ObjectKey key) {
        uids.remove(key);
        failures.remove(key);
    }

    void forget(Predicate<ObjectKey> which) {
        uids.keySet().removeIf(which);
        failures.keySet().removeIf(which);
    }

    /**
     * Whether this was the last reconciliation of a deleted object. If so, forgets the object.
     * False for an object that exists.
     */
    boolean isLast(Reconciliation reconciliation, Outcome outcome) {
        var key = reconciliation.key();
        if (!reconciliation.gone()) {
            failures.remove(key);
            return false;
        }
        boolean last =
                switch (outcome) {
                    case Outcome.Done done -> true;
                    case Outcome.Fatal fatal -> givenUp(key);
                    case Outcome.Transient failed ->
                            failures.merge(key, 1, Integer::sum) >= TRIES && givenUp(key);
                    case Outcome.RequeueAfter later -> false;
                    case Outcome.Pending later -> false;
                };
        if (last) {
            // meanwhile a new object of the same name may have been created and deleted
            uids.remove(key, reconciliation.uid());
            failures.remove(key);
        }
        return last;
    }

    private static boolean givenUp(ObjectKey key) {
        // the failed reconciliation has logged its reason
        LOG.info("{} no longer exists, and its reconciliation failed; it is not tried again", key);
        return true;
    }
}
