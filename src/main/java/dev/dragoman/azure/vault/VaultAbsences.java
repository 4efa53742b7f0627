package dev.dragoman.azure.vault;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Entries to delete that their vaults do not show, and since when. A vault shows nothing of an
 * entry while it recovers it, and shows the entry again after that. Thread-safe.
 */
final class VaultAbsences {
    /** An entry that is not shown for so long is gone. Recoveries take a second or a few. */
    static final Duration LONGEST = Duration.ofSeconds(20);

    private static final int MOST = 10_000;

    private final InstantSource steady;
    private final Map<String, Instant> since =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
                    return size() > MOST;
                }
            };

    /**
     * @param steady clock that never goes back
     */
    VaultAbsences(InstantSource steady) {
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
        var begin = since.computeIfAbsent(id, any -> now);
        boolean early = Duration.between(begin, now).compareTo(LONGEST) < 0;
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
