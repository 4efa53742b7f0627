package dev.dragoman.reconcile;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

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

    /** Hears of objects before they are visible, and says what is to be kept of them. */
    interface Index {
        /** Of an object everything is kept, and nothing else remembered. */
        Index NONE =
                new Index() {
                    @Override
                    public Snapshot put(ObjectKey key, Snapshot whole) {
                        return whole;
                    }

                    @Override
                    public void remove(ObjectKey key) {}
                };

        /**
         * @param whole the object with all that it has
         * @return what is kept of it
         */
        Snapshot put(ObjectKey key, Snapshot whole);

        /** The object is gone, or was never there. */
        void remove(ObjectKey key);
    }

    private final KindInfo kind;
    private final Function<GenericKubernetesResource, Snapshot> reader;
    private final Listener listener;
    private final InstantSource clock;
    private final Index index;
    private final Map<String, Snapshot> snapshots = new ConcurrentHashMap<>();
    private volatile Instant lastRemoval = Instant.MIN;
    private volatile boolean distrusted;

    KindStore(
            KindInfo kind,
            Function<GenericKubernetesResource, Snapshot> reader,
            Listener listener,
            InstantSource clock) {
        this(kind, reader, listener, clock, Index.NONE);
    }

    KindStore(
            KindInfo kind,
            Function<GenericKubernetesResource, Snapshot> reader,
            Listener listener,
            InstantSource clock,
            Index index) {
        this.kind = kind;
        this.reader = reader;
        this.listener = listener;
        this.clock = clock;
        this.index = index;
    }

    Optional<Snapshot> find(ObjectKey key) {
        return Optional.ofNullable(snapshots.get(path(key.namespace(), key.name())));
    }

    /** All that is known, with its key. */
    Map<String, Snapshot> all() {
        return snapshots;
    }

    /** The keys of all that is known. */
    List<ObjectKey> keys() {
        return snapshots.keySet().stream().map(this::key).toList();
    }

    /** When an object last vanished. */
    Instant lastRemoval() {
        return lastRemoval;
    }

    /** Accept older versions from now on: the API server was set back to an earlier state. */
    void distrust() {
        distrusted = true;
    }

    void listed() {
        listener.listed();
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
        var after = index.put(key(path), whole);
        snapshots.put(path, after);
        if (before == null || !before.version().equals(after.version())) {
            listener.changed(key(path), before, after);
        }
        return before == null ? null : stub(path, before);
    }

    @Override
    public GenericKubernetesResource remove(String path) {
        index.remove(key(path));
        var before = snapshots.remove(path);
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
