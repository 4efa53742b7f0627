package dev.dragoman.reconcile;

import dev.dragoman.reconcile.watch.WireFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One reconciliation of one object. Immutable.
 *
 * @param key which object
 * @param number running number of the reconciliation in this process, for logs
 * @param cause why it runs; the most urgent of several causes that arrive together
 * @param object the object as the cache has it when the reconciliation starts, deeply immutable;
 *     empty when the object is gone
 * @param uid uid of the object, or the last known uid of a deleted object; empty when this process
 *     never saw the object
 * @param deadline when the reconciliation should have ended; after it, the engine interrupts the
 *     thread
 * @param longestPause longest pause after failures that is set for the kind ({@link Paces}); empty
 *     where the outcome's pace decides
 */
public record Reconciliation(
        ObjectKey key,
        long number,
        Cause cause,
        Map<String, Object> object,
        String uid,
        Instant deadline,
        Optional<Duration> longestPause) {
    /** Reason of the outcome for an object that cannot be read. */
    public static final String UNREADABLE = "Unreadable";

    /** For a kind without retry pauses of its own. */
    public Reconciliation(
            ObjectKey key,
            long number,
            Cause cause,
            Map<String, Object> object,
            String uid,
            Instant deadline) {
        this(key, number, cause, object, uid, deadline, Optional.empty());
    }

    /** A copy with another state of the object. */
    public Reconciliation with(Map<String, Object> now) {
        return new Reconciliation(key, number, cause, now, uid, deadline, longestPause);
    }

    /** Why the object cannot be read whole, so that nothing is done for it; else empty. */
    public Optional<String> unreadable() {
        return WireFormat.unreadable(object);
    }

    /** Whether the object no longer exists. */
    public boolean gone() {
        return object.isEmpty();
    }
}
