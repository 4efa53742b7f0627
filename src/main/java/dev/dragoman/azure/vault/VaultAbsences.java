package dev.dragoman.azure.vault;

import dev.dragoman.kube.object.RecentMap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/**
 * What cannot be found at a deletion, and since when: entries that their vaults do not show, and
 * vaults at whose address nobody answers. Both may come back: a vault shows nothing of an entry
 * while it recovers it, and a name server may be away. Thread-safe.
 */
final class VaultAbsences {
    private static final int MOST = 10_000;

    /** After so long without a look, an absence begins again. Pauses between tries are shorter. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    /** When it was first and last looked at in vain. */
    private record Absence(Instant begin, Instant last) {}

    private final InstantSource steady;
    private final Duration longest;
    private final Map<String, Absence> since = new RecentMap<>(MOST);

    /**
     * @param steady clock that never goes back
     * @param longest what is absent for so long is gone
     */
    VaultAbsences(InstantSource steady, Duration longest) {
        this.longest = longest;
        this.steady = steady;
    }

    /**
     * Notes that a vault shows neither the entry nor a deleted one of its name. Returns whether the
     * entry may still come back.
     *
     * @param id the entry, as {@code HOST/NAME}
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

    /** Forgets the entry, whose vault shows it again, or shows that it is deleted. */
    synchronized void ended(String id) {
        since.remove(id);
    }
}
