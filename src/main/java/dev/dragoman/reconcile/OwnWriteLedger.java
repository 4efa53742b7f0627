package dev.dragoman.reconcile;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * What this process wrote and the informers have not shown yet. Entries live from the write until
 * the cache has caught up and no pass of the key runs. Thread-safe.
 */
final class OwnWriteLedger implements OwnWrites {
    private record Entry(String latest, Instant at, Set<String> versions) {}

    private final InstantSource clock;
    private final Predicate<ObjectKey> tracked;
    private final Map<ObjectKey, Entry> entries = new ConcurrentHashMap<>();

    /**
     * @param tracked whether an informer will show the key; all others are not remembered
     */
    OwnWriteLedger(InstantSource clock, Predicate<ObjectKey> tracked) {
        this.clock = clock;
        this.tracked = tracked;
    }

    @Override
    public void wrote(ObjectKey key, String resourceVersion) {
        if (!tracked.test(key)) {
            return;
        }
        entries.compute(
                key,
                (any, known) -> {
                    var versions = new HashSet<>(known == null ? Set.of() : known.versions);
                    versions.add(resourceVersion);
                    // writers may report out of order
                    boolean newer =
                            known == null || !ResourceVersions.older(resourceVersion, known.latest);
                    return newer
                            ? new Entry(resourceVersion, clock.instant(), Set.copyOf(versions))
                            : new Entry(known.latest, known.at, Set.copyOf(versions));
                });
    }

    /** Whether this state of the object is the echo of a write of ours. */
    boolean isOwn(ObjectKey key, String resourceVersion) {
        var entry = entries.get(key);
        return entry != null && entry.versions.contains(resourceVersion);
    }

    /**
     * When the write happened that the cache does not show yet; empty when the cache is up to date.
     *
     * @param cached version in the cache, empty text when the object is not in it
     */
    Optional<Instant> aheadSince(ObjectKey key, String cached) {
        var entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        boolean behind = cached.isEmpty() || ResourceVersions.older(cached, entry.latest);
        return behind ? Optional.of(entry.at) : Optional.empty();
    }

    /** The cache shows this version and nothing that came before matters any more. */
    void settled(ObjectKey key, String cached) {
        entries.computeIfPresent(
                key, (any, entry) -> ResourceVersions.older(cached, entry.latest) ? entry : null);
    }

    /** The object is known to be gone, or its kind is. */
    void forget(Predicate<ObjectKey> which) {
        entries.keySet().removeIf(which);
    }

    /** Keys with entries, for pruning. */
    Set<ObjectKey> keys() {
        return Set.copyOf(entries.keySet());
    }
}
