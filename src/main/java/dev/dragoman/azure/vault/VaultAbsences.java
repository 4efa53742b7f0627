package dev.dragoman.azure.vault;

import dev.dragoman.kube.object.RecentMap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/**
 * Remembers since when an entry to delete, or its whole vault, cannot be found. Both may come back:
 * a vault does not show an entry while recovering it, and a DNS server may be down for a while.
 * Thread-safe.
 */
final class VaultAbsences {
    private static final int MOST = 10_000;

    /** After this time without a look, an absence begins anew. Pauses between looks are shorter. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    /** Times of the first and the last look that found nothing. */
    private record Absence(Instant begin, Instant last) {}

    private final InstantSource steady;
    private final Duration longest;
    private final Map<String, Absence> since = new RecentMap<>(MOST);

    /**
     * @param steady clock that never goes back
     * @param longest length of an absence after which an entry or a vault counts as gone
     */
    VaultAbsences(InstantSource steady, Duration longest) {
        this.longest = longest;
        this.steady = steady;
    }

    /**
     * Records that an entry or a vault was not found. Returns whether it may still come back.
     *
     * @param id the entry as {@code HOST/NAME}, or the host of the vault
     */
    synchronized boolean mayEnd(String id) {
        var now = steady.instant();
        var before = since.get(id);
        boolean goesOn =
                before != null && Duration.between(before.last(), now).compareTo(LONGEST_PAUSE) < 0;
        var begin = goesOn ? before.begin() : now;
        since.put(id, new Absence(begin, now));
        boolean early = Duration.between(begin, now).compareTo(longest) < 0;
        if (!early) {
            since.remove(id);
        }
        return early;
    }

    /** Forgets the absence of an entry or a vault that was found, or is known to be gone. */
    synchronized void ended(String id) {
        since.remove(id);
    }
}
