package dev.dragoman.reconcile;

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
 * Where an informer puts what it sees: snapshots instead of client objects, and a word to the
 * engine for each change. Outlives its informer, so that a restarted one finds what was missed.
 * Thread-safe; the informer writes from one thread at a time.
 */
final class KindStore implements ItemStore<GenericKubernetesResource> {
    /** Hears of changes after they are visible. Must not block. */
    interface Listener {
        /**
         * @param before null when the object is new
         * @param after null when the object is gone; both are null when it was never seen
         */
        void changed(ObjectKey key, Snapshot before, Snapshot after);

        /** All was listed, and is in the store: what came and went before left no other trace. */
        default void listed() {}
    }

    /** Hears of objects before they are visible, with all that they have. */
    interface Index {
        /** Nothing is remembered. */
        Index NONE =
                new Index() {
                    @Override
                    public void put(ObjectKey key, Snapshot whole) {}

                    @Override
                    public void remove(ObjectKey key) {}
                };

        /**
         * @param whole the object with all that it has
         */
        void put(ObjectKey key, Snapshot whole);

        /** The object is gone, or was never there. */
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

    KindStore(
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

    Optional<Snapshot> find(ObjectKey key) {
        return Optional.ofNullable(snapshots.get(path(key.namespace(), key.name())));
    }

    /** All that is known, with its key. */
    Map<String, Snapshot> all() {
        return snapshots;
    }

    /**
     * Whether it shows a change of the key already that it is still telling: who tells changes from
     * echoes must remember until then what was written.
     */
    boolean telling(ObjectKey key) {
        return telling.contains(path(key.namespace(), key.name()));
    }

    /** The keys of all that is known. */
    List<ObjectKey> keys() {
        return snapshots.keySet().stream().map(this::key).toList();
    }

    /** How many objects are in which state of their condition Ready. */
    Map<ReadyCounts.Ready, Integer> ready() {
        return ready.now();
    }

    /** When an object last vanished. */
    Instant lastRemoval() {
        return lastRemoval;
    }

    /**
     * Accept older versions until all is listed anew: the API server was set back to an earlier
     * state.
     */
    void distrust() {
        distrusts.incrementAndGet();
        distrusted = true;
    }

    /** What a list that begins now is to tell when it is complete. */
    int listing() {
        return distrusts.get();
    }

    /**
     * All was listed, and is in the store.
     *
     * @param since what {@link #listing} said when the informer began: what an earlier one listed
     *     ends no distrust
     */
    void listed(int since) {
        if (since == distrusts.get()) {
            distrusted = false;
        }
        listener.listed();
    }

    /** Nobody adds to it any more: what it holds counts no longer. */
    void release() {
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
        // a restarted informer lists from the API server's own cache, which may lag behind ours
        if (before != null
                && !distrusted
                && ResourceVersions.older(whole.version(), before.version())) {
            return stub(path, before);
        }
        if (released) {
            return null;
        }
        tell(key(path), before, whole);
        index.put(key(path), whole);
        // its own place is free for it
        budget.changed(before == null ? 0 : -before.weight());
        var after = whole.kept(budget);
        budget.changed(after.weight());
        telling.add(path);
        try {
            snapshots.put(path, after);
            ready.changed(before, after);
            if (before == null || !before.version().equals(after.version())) {
                listener.changed(key(path), before, after);
            }
        } finally {
            telling.remove(path);
        }
        return before == null ? null : stub(path, before);
    }

    /** Said once: whoever made it unreadable may change it as often as he likes. */
    private static void tell(ObjectKey key, Snapshot before, Snapshot now) {
        var why = now.unreadable();
        if (why.isPresent() && (before == null || before.unreadable().isEmpty())) {
            LOG.warn("{} cannot be read, and is left alone until it can: {}", key, why.get());
        }
    }

    @Override
    public GenericKubernetesResource remove(String path) {
        index.remove(key(path));
        var before = forget(path);
        lastRemoval = clock.instant();
        if (before == null) {
            // its coming was missed: who needs it may wait for just this
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
