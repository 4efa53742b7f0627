package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.cache.ResourceVersions;
import java.time.Duration;
import java.time.Instant;

/**
 * Whether a watch is still alive. About once a minute, the API server sends each watch a bookmark
 * with the version that it has reached, even when nothing changes. A list shows which version the
 * watch should have reached. So a silent watch is found in the same time, however many objects
 * there are.
 *
 * <p>API servers before 1.31 send no bookmark of a kind that never changed, so a watch may be
 * silent for a good reason. Each replacement after which no bookmark comes doubles the patience.
 * Not thread-safe.
 */
public final class WatchPulse {
    /** The time of two bookmarks, and some time for them to arrive. */
    public static final Duration PATIENCE = Duration.ofSeconds(150);

    private static final Duration LONGEST = Duration.ofHours(1);

    private Duration patience = PATIENCE;
    private String heard;
    private String awaited = "";
    private Instant since;

    /** A new watch begins: forgets what the old watch sent. */
    void begins() {
        heard = null;
        awaited = "";
    }

    /**
     * The version that the watch sent last. Compared by reference, since each bookmark brings a new
     * string, even for the same version.
     *
     * @param last null before the first list
     */
    @SuppressWarnings("ReferenceEquality")
    void hears(String last) {
        if (last == heard) {
            return;
        }
        if (heard != null) {
            patience = PATIENCE;
            awaited = "";
        }
        heard = last;
    }

    /** A list shows that the collection has reached this version. */
    void expects(String version, Instant now) {
        if (awaited.isEmpty() && heard != null && ResourceVersions.older(heard, version)) {
            awaited = version;
            since = now;
        }
    }

    /** Whether the watch has been silent for longer than a live one may be. */
    boolean silent(Instant now) {
        return !awaited.isEmpty() && since.plus(patience).isBefore(now);
    }

    /** The watch was replaced because it was silent: doubles the patience, up to an hour. */
    void replaced() {
        var twice = patience.multipliedBy(2);
        patience = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    }
}
