package dev.dragoman.reconcile.cache;

import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Writes of this process that the informers have not shown yet. An entry is kept until the cache
 * shows the write and no reconciliation of the key runs. Thread-safe.
 */
public final class OwnWriteLedger implements OwnWrites {
    /**
     * @param authors by version, the subscription whose reconciliation wrote it, or {@link
     *     Acting#NOBODY}
     */
    private record Entry(String latest, Instant at, Map<String, String> authors) {}

    private record Removed(String uid, Instant at) {
        boolean is(Optional<Snapshot> cached) {
            return cached.filter(seen -> seen.uid().equals(uid)).isPresent();
        }
    }

    private final InstantSource clock;
    private final Predicate<ObjectKey> tracked;
    private final Map<ObjectKey, Entry> entries = new ConcurrentHashMap<>();
    private final Map<ObjectKey, Removed> removed = new ConcurrentHashMap<>();

    /**
     * @param tracked whether an informer will show the key; writes of other keys are not remembered
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
        var author = Acting.subscription();
        entries.compute(
                key,
                (any, known) -> {
                    var authors =
                            new HashMap<String, String>(known == null ? Map.of() : known.authors);
                    // two subscriptions report the same version when the write of one changed
                    // nothing
                    authors.merge(
                            resourceVersion,
                            author,
                            (one, other) -> one.equals(other) ? one : Acting.NOBODY);
                    // writers may report out of order
                    boolean newer =
                            known == null || !ResourceVersions.older(resourceVersion, known.latest);
                    return newer
                            ? new Entry(resourceVersion, clock.instant(), Map.copyOf(authors))
                            : new Entry(known.latest, known.at, Map.copyOf(authors));
                });
    }

    @Override
    public void removed(ObjectKey key, String uid) {
        if (tracked.test(key)) {
            entries.remove(key);
            removed.put(key, new Removed(uid, clock.instant()));
        }
    }

    /**
     * Whether this version of the object is the echo of a write by a reconciliation of the
     * subscription.
     *
     * @param alone whether no other subscription reconciles the object. If none does, a write by an
     *     unknown reconciliation counts too; otherwise every subscription is told of such a write.
     */
    public boolean isOwn(
            ObjectKey key, String resourceVersion, String subscription, BooleanSupplier alone) {
        var entry = entries.get(key);
        var author = entry == null ? null : entry.authors.get(resourceVersion);
        return author != null
                && (author.equals(subscription)
                        || (author.equals(Acting.NOBODY) && alone.getAsBoolean()));
    }

    /**
     * When this process wrote the version that the cache does not show yet; empty when the cache is
     * up to date.
     *
     * @param cached empty when the object is not in the cache
     */
    public Optional<Instant> aheadSince(ObjectKey key, Optional<Snapshot> cached) {
        var gone = removed.get(key);
        if (gone != null && gone.is(cached)) {
            return Optional.of(gone.at);
        }
        var entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        boolean behind =
                cached.isEmpty() || ResourceVersions.older(cached.get().version(), entry.latest);
        return behind ? Optional.of(entry.at) : Optional.empty();
    }

    /**
     * The cache shows this state: forgets all writes up to it.
     *
     * @param cached empty when the object is not in the cache
     */
    public void settled(ObjectKey key, Optional<Snapshot> cached) {
        removed.computeIfPresent(key, (any, gone) -> gone.is(cached) ? gone : null);
        cached.ifPresent(
                seen ->
                        entries.computeIfPresent(
                                key,
                                (any, entry) ->
                                        ResourceVersions.older(seen.version(), entry.latest)
                                                ? entry
                                                : null));
    }

    /**
     * Forgets the write of an object that the API server no longer has, though the cache may still
     * show it.
     */
    void absent(ObjectKey key) {
        entries.remove(key);
    }

    /**
     * The API server still has the object, so it was not removed after all. A new object of the
     * same name has another uid, and tells nothing of the removed one.
     */
    void alive(ObjectKey key, String uid) {
        removed.computeIfPresent(key, (any, gone) -> gone.uid.equals(uid) ? null : gone);
    }

    /** Forgets the writes of these keys, because their objects or kinds are known to be gone. */
    public void forget(Predicate<ObjectKey> which) {
        entries.keySet().removeIf(which);
        removed.keySet().removeIf(which);
    }

    /** Keys with entries. */
    public Set<ObjectKey> keys() {
        var all = new HashSet<>(entries.keySet());
        all.addAll(removed.keySet());
        return all;
    }
}
