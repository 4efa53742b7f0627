package dev.dragoman.reconcile.cache;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.watch.ControllerInformers;
import dev.dragoman.reconcile.watch.KeptWatch;
import dev.dragoman.reconcile.watch.KeptWatches;
import dev.dragoman.reconcile.watch.KindInfo;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Objects as the informers show them. Reads an object live while the informers do not show this
 * process's own last write yet. Thread-safe.
 */
public final class Cache implements ObjectCache {
    private final KubernetesClient client;
    private final KubernetesClient metadata;
    private final InstantSource clock;
    private final ControllerInformers informers;
    private final KeptWatches kept;
    private final Indexes indexes;
    private final HeavyTurn heavy;
    private final OwnWriteLedger writes;

    /**
     * @param client reads whole objects
     * @param metadata lists metadata only
     * @param heavy limits how many large objects are in memory
     */
    public Cache(
            KubernetesClient client,
            KubernetesClient metadata,
            InstantSource clock,
            ControllerInformers informers,
            KeptWatches kept,
            Indexes indexes,
            HeavyTurn heavy) {
        this.client = client;
        this.metadata = metadata;
        this.clock = clock;
        this.informers = informers;
        this.kept = kept;
        this.indexes = indexes;
        this.heavy = heavy;
        this.writes = new OwnWriteLedger(clock, key -> source(key).isPresent());
    }

    public OwnWriteLedger writes() {
        return writes;
    }

    @Override
    public Optional<Map<String, Object>> get(ObjectKey key) {
        var source = source(key);
        if (source.isEmpty()) {
            return Optional.empty();
        }
        var informer = source.get().informer();
        var cached = informer.store().find(key);
        boolean behind =
                writes.aheadSince(key, cached).isPresent()
                        || cached.filter(Snapshot::partial).isPresent();
        if (!behind) {
            return cached.map(Snapshot::object);
        }
        if (cached.filter(Snapshot::heavy).isPresent()) {
            heavy.await();
        }
        var live =
                source.get().content() == KeptWatch.Content.METADATA
                        ? liveMetadata(informer.kind(), key)
                        : live(informer.kind(), key);
        return live.map(Snapshot::object);
    }

    @Override
    public boolean covers(ObjectKey key) {
        return source(key).filter(each -> each.informer().synced()).isPresent();
    }

    @Override
    public boolean whole(ObjectKey key) {
        return source(key)
                .filter(each -> each.informer().synced())
                .filter(each -> each.content() == KeptWatch.Content.WHOLE)
                .isPresent();
    }

    @Override
    public Set<ObjectKey> byIndex(String name, String value) {
        return indexes.find(name, value);
    }

    @Override
    public Set<ObjectKey> byIndexBelow(String name, String beginning) {
        return indexes.findBelow(name, beginning);
    }

    @Override
    public Optional<Map<String, Object>> shown(ObjectKey key) {
        return snapshot(key).map(Snapshot::object);
    }

    /** The object as the informers show it, however old. */
    public Optional<Snapshot> snapshot(ObjectKey key) {
        return source(key).flatMap(each -> each.informer().store().find(key));
    }

    /**
     * A controller's informer or a kept watch that sees the key. Prefers one that has synced, then
     * the controller's informer.
     */
    private Optional<KeptWatches.Held> source(ObjectKey key) {
        var own =
                informers
                        .informer(key)
                        .map(each -> new KeptWatches.Held(each, KeptWatch.Content.WHOLE));
        if (own.filter(each -> each.informer().synced()).isPresent()) {
            return own;
        }
        var held = kept.informer(key);
        return held.filter(each -> each.informer().synced()).or(() -> own).or(() -> held);
    }

    /** Asks the API server for the object. */
    public Optional<Snapshot> live(KindInfo kind, ObjectKey key) {
        var all = client.genericKubernetesResources(kind.context());
        var found =
                kind.namespaced()
                        ? all.inNamespace(key.namespace()).withName(key.name()).get()
                        : all.withName(key.name()).get();
        if (found == null) {
            writes.absent(key);
            return Optional.empty();
        }
        writes.alive(key, found.getMetadata().getUid());
        return Optional.of(
                Snapshot.full(found, client.getKubernetesSerialization(), clock.instant()));
    }

    /** Lists one name by a field selector: the right to list that name is enough. */
    private Optional<Snapshot> liveMetadata(KindInfo kind, ObjectKey key) {
        var all = metadata.genericKubernetesResources(kind.context());
        var found =
                (kind.namespaced()
                                ? all.inNamespace(key.namespace())
                                        .withField("metadata.name", key.name())
                                : all.withField("metadata.name", key.name()))
                        .list().getItems().stream().findFirst();
        if (found.isEmpty()) {
            writes.absent(key);
            return Optional.empty();
        }
        writes.alive(key, found.get().getMetadata().getUid());
        return found.map(
                each ->
                        KeptWatches.metadata(
                                each, kind, client.getKubernetesSerialization(), clock.instant()));
    }
}
