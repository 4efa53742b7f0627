package dev.dragoman.reconcile.cache;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.watch.KindInfo;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store of an informer. Keeps snapshots instead of the client's objects, and tells a listener of
 * each change. Outlives its informer, so that a restarted informer finds the changes that it
 * missed. Thread-safe; the informer writes from one thread at a time.
 */
public final class KindStore implements ItemStore<GenericKubernetesResource> {
    /** Hears of changes after the store shows them. Must not block. */
    public interface Listener {
        /**
         * @param before null when the object is new
         * @param after null when the object was deleted; both are null when the store never had the
         *     object
         */
        void changed(ObjectKey key, Snapshot before, Snapshot after);

        /**
         * A list is complete and in the store. For objects that were created and deleted before the
         * list, this is the only call.
         */
        public default void listed() {}
    }

    /** Hears of whole objects before the store shows them. */
    public interface Index {
        /** An index that ignores all objects. */
        Index NONE =
                new Index() {
                    @Override
                    public void put(ObjectKey key, Snapshot whole) {}

                    @Override
                    public void remove(ObjectKey key) {}
                };

        /**
         * @param whole the whole object, even when the store keeps only a part of it
         */
        void put(ObjectKey key, Snapshot whole);

        /** The object was deleted; the store may never have had it. */
        void remove(ObjectKey key);
    }

    private static final Logger LOG = LoggerFactory.getLogger(KindStore.class);

    private final KindInfo kind;
    private final Function<GenericKubernetesResource, Snapshot> reader;
    private final Listener listener;
    private final Set<String> telling = ConcurrentHashMap.newKeySet();
    private final InstantSource clock;
    private final Index index;
    private final Map<String, Snapshot> snapshots = new ConcurrentHashMap<>();
    private final CacheBudget budget;
    private final ReadyCounts ready = new ReadyCounts();
    private final AtomicInteger distrusts = new AtomicInteger();
    private volatile Instant lastRemoval = Instant.MIN;
    private volatile boolean distrusted;
    private volatile boolean released;

    public KindStore(
            KindInfo kind,
            Function<GenericKubernetesResource, Snapshot> reader,
            Listener listener,
            InstantSource clock,
            Index index,
            CacheBudget budget) {
        this.kind = kind;
        this.reader = reader;
        this.listener = listener;
        this.clock = clock;
        this.index = index;
        this.budget = budget;
    }

    public Optional<Snapshot> find(ObjectKey key) {
        return Optional.ofNullable(snapshots.get(path(key.namespace(), key.name())));
    }

    /** All snapshots by {@link #path}. A live view. */
    public Map<String, Snapshot> all() {
        return snapshots;
    }

    /**
     * Whether the store already shows a change of the key, but the listener has not returned yet.
     * Until the listener has returned, own writes must be remembered: the listener needs them to
     * recognise echoes.
     */
    public boolean telling(ObjectKey key) {
        return telling.contains(path(key.namespace(), key.name()));
    }

    /** The keys of all objects. */
    public List<ObjectKey> keys() {
        return snapshots.keySet().stream().map(this::key).toList();
    }

    /** Number of objects by the state of their condition Ready. */
    Map<ReadyCounts.Ready, Integer> ready() {
        return ready.now();
    }

    /** When an object was last removed; {@link Instant#MIN} when none was. */
    public Instant lastRemoval() {
        return lastRemoval;
    }

    /**
     * Accepts older versions until a new list is complete: the API server may have been reset to an
     * earlier state.
     */
    public void distrust() {
        distrusts.incrementAndGet();
        distrusted = true;
    }

    /** A token for a list that begins now, to be passed to {@link #listed} when it is complete. */
    public int listing() {
        return distrusts.get();
    }

    /**
     * A list is complete and in the store.
     *
     * @param since token of {@link #listing} from when the informer began: a list that began before
     *     {@link #distrust} does not end the distrust
     */
    public void listed(int since) {
        if (since == distrusts.get()) {
            distrusted = false;
        }
        listener.listed();
    }

    /** Closes the store for new objects. The objects in it no longer count against the budget. */
    public void release() {
        released = true;
        snapshots.values().forEach(each -> budget.changed(-each.weight()));
    }

    private Snapshot forget(String path) {
        var before = snapshots.remove(path);
        if (before != null) {
            ready.changed(before, null);
            if (!released) {
                budget.changed(-before.weight());
            }
        }
        return before;
    }

    static String path(String namespace, String name) {
        return namespace == null || namespace.isEmpty() ? name : namespace + "/" + name;
    }

    @Override
    public String getKey(GenericKubernetesResource item) {
        return path(item.getMetadata().getNamespace(), item.getMetadata().getName());
    }

    @Override
    public GenericKubernetesResource put(String path, GenericKubernetesResource item) {
        var whole = reader.apply(item);
        var before = snapshots.get(path);
        // a restarted informer lists from the API server's own cache, which may lag behind this
        // store
        if (before != null
                && !distrusted
                && ResourceVersions.older(whole.version(), before.version())) {
            return stub(path, before);
        }
        if (released) {
            return null;
        }
        logUnreadable(key(path), before, whole);
        index.put(key(path), whole);
        // frees the old snapshot's share of the budget for the new snapshot
        budget.changed(before == null ? 0 : -before.weight());
        var after = whole.kept(budget);
        budget.changed(after.weight());
        telling.add(path);
        try {
            snapshots.put(path, after);
            ready.changed(before, after);
            // after a reset, the same version may be that of another state
            if (before == null || distrusted || !before.version().equals(after.version())) {
                listener.changed(key(path), before, after);
            }
        } finally {
            telling.remove(path);
        }
        return before == null ? null : stub(path, before);
    }

    /** Logs an unreadable object once, however often its author changes it. */
    private static void logUnreadable(ObjectKey key, Snapshot before, Snapshot now) {
        var why = now.unreadable();
        if (why.isPresent() && (before == null || before.unreadable().isEmpty())) {
            LOG.warn(
                    "{} cannot be read, and is not reconciled until it can be read: {}",
                    key,
                    why.get());
        }
    }

    @Override
    public GenericKubernetesResource remove(String path) {
        index.remove(key(path));
        var before = forget(path);
        lastRemoval = clock.instant();
        if (before == null) {
            // the store missed the object's creation, but a dependant may wait for its removal
            listener.changed(key(path), null, null);
            return null;
        }
        listener.changed(key(path), before, null);
        return stub(path, before);
    }

    @Override
    public Stream<String> keySet() {
        return snapshots.keySet().stream();
    }

    @Override
    public Stream<GenericKubernetesResource> values() {
        return snapshots.entrySet().stream().map(each -> stub(each.getKey(), each.getValue()));
    }

    @Override
    public GenericKubernetesResource get(String path) {
        var found = snapshots.get(path);
        return found == null ? null : stub(path, found);
    }

    @Override
    public int size() {
        return snapshots.size();
    }

    @Override
    public boolean isFullState() {
        return false;
    }

    private ObjectKey key(String path) {
        int slash = path.indexOf('/');
        return kind.key(
                slash < 0 ? "" : path.substring(0, slash), path.substring(Math.max(0, slash + 1)));
    }

    private GenericKubernetesResource stub(String path, Snapshot snapshot) {
        var key = key(path);
        var stub = new GenericKubernetesResource();
        stub.setKind(key.kind());
        stub.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace(key.namespace().isEmpty() ? null : key.namespace())
                        .withName(key.name())
                        .withUid(snapshot.uid())
                        .withResourceVersion(snapshot.version())
                        .build());
        return stub;
    }
}
