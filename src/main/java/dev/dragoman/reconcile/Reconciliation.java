package dev.dragoman.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One reconciliation of one object. Immutable.
 *
 * @param key which object
 * @param number running number over all reconciliations of this process, for logs
 * @param cause why; several causes that arrive together collapse into the most urgent
 * @param object the object as the cache has it when the reconciliation starts, deeply immutable;
 *     empty when it is gone
 * @param uid uid of the object, or the last known uid when it is gone; empty when never seen
 * @param deadline when the reconciliation should have ended; the engine interrupts the worker after
 *     it
 * @param longestPause longest time until the next reconciliation after a failure, where that is
 *     said of the kind ({@link Paces}); empty where the outcome's pace says it
 */
public record Reconciliation(
        ObjectKey key,
        long number,
        Cause cause,
        Map<String, Object> object,
        String uid,
        Instant deadline,
        Optional<Duration> longestPause) {
    /** Reason of what is said of an object that cannot be read. */
    public static final String UNREADABLE = "Unreadable";

    /** Of a kind of which nothing is said. */
    public Reconciliation(
            ObjectKey key,
            long number,
            Cause cause,
            Map<String, Object> object,
            String uid,
            Instant deadline) {
        this(key, number, cause, object, uid, deadline, Optional.empty());
    }

    /** Why the object cannot be read whole, so that nothing can be done for it; else empty. */
    public Optional<String> unreadable() {
        return WireFormat.unreadable(object);
    }

    /** Whether the object no longer exists. */
    public boolean gone() {
        return object.isEmpty();
    }
}
