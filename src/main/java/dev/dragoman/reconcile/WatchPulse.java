package dev.dragoman.reconcile;

import java.time.Duration;
import java.time.Instant;

/**
 * Whether a watch still speaks. The API server sends a bookmark to each watch about once a minute,
 * also when nothing changes, with how far it has looked; a list shows how far it should have looked
 * by then. So silence is found in the same time however many objects there are.
 *
 * <p>API servers before 1.31 send no bookmark of a kind that never changed, so a watch may be
 * silent for a good reason: each replacement in vain doubles the patience. Not thread-safe.
 */
final class WatchPulse {
    /** Two bookmarks and some time to arrive. */
    static final Duration PATIENCE = Duration.ofSeconds(150);

    private static final Duration LONGEST = Duration.ofHours(1);

    private Duration patience = PATIENCE;
    private String heard;
    private String awaited = "";
    private Instant since;

    /** A new watch begins: nothing is known of it. */
    void begins() {
        heard = null;
        awaited = "";
    }

    /**
     * What the watch said last. Each word is another text, also when it says the same version.
     *
     * @param last null before anything was listed
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

    /** A list shows that the collection has come to this version. */
    void expects(String version, Instant now) {
        if (awaited.isEmpty() && heard != null && ResourceVersions.older(heard, version)) {
            awaited = version;
            since = now;
        }
    }

    /** Whether nothing was heard for longer than a watch that lives may be silent. */
    boolean silent(Instant now) {
        return !awaited.isEmpty() && since.plus(patience).isBefore(now);
    }

    /** The watch is replaced for its silence. */
    void replaced() {
        var twice = patience.multipliedBy(2);
        patience = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    }
}
