package dev.dragoman.reconcile;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches of objects whose kinds have no informer, shared by all who need the object: one by one,
 * or together where a {@link SharedWatch} covers them. Of their content only a digest is kept.
 * Thread-safe.
 */
final class NamedWatches implements AutoCloseable {
    /** Makes an informer with a slim store. */
    interface Opener {
        KindInformer open(KindInfo kind, KindInformer.Scope scope, KindStore.Listener listener);
    }

    private static final Logger LOG = LoggerFactory.getLogger(NamedWatches.class);

    private static final class Shared {
        final GroupKind kind;
        final KindInformer.Scope scope;
        final Set<ObjectKey> keys = new HashSet<>(1);
        KindInformer informer;

        Shared(GroupKind kind, KindInformer.Scope scope) {
            this.kind = kind;
            this.scope = scope;
        }
    }

    private record Id(GroupKind kind, KindInformer.Scope scope) {}

    private final KindCatalog catalog;
    private final Opener opener;
    private final Consumer<ObjectKey> changed;
    private final List<SharedWatch> together = new CopyOnWriteArrayList<>();
    private final Map<Id, Shared> watches = new HashMap<>();
    private boolean closed;

    NamedWatches(KindCatalog catalog, Opener opener, Consumer<ObjectKey> changed) {
        this.catalog = catalog;
        this.opener = opener;
        this.changed = changed;
    }

    void share(SharedWatch watch) {
        together.add(watch);
    }

    /** Registers the wish; the watch itself opens in the background. */
    synchronized void want(ObjectKey key) {
        if (closed) {
            return;
        }
        var id = id(key);
        boolean first = !watches.containsKey(id);
        watches.computeIfAbsent(id, any -> new Shared(id.kind, id.scope)).keys.add(key);
        if (first) {
            Background.run("open-watch", this::openMissing);
        }
    }

    synchronized void release(ObjectKey key) {
        var id = id(key);
        var shared = watches.get(id);
        if (shared == null || !shared.keys.remove(key) || !shared.keys.isEmpty()) {
            return;
        }
        watches.remove(id);
        if (shared.informer != null) {
            shared.informer.close();
        }
    }

    /** Opens what could not be opened yet and replaces what died. May block. */
    void check() {
        openMissing();
        informers().forEach(KindInformer::check);
    }

    /** When the object was last seen to change; empty while its watch has not synced. */
    synchronized Optional<Instant> lastChange(ObjectKey key) {
        var shared = watches.get(id(key));
        if (shared == null || shared.informer == null || !shared.informer.synced()) {
            return Optional.empty();
        }
        var store = shared.informer.store();
        return Optional.of(store.find(key).map(Snapshot::seenAt).orElse(store.lastRemoval()));
    }

    synchronized List<KindInformer> informers() {
        return watches.values().stream()
                .map(each -> each.informer)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public synchronized void close() {
        closed = true;
        informers().forEach(KindInformer::close);
        watches.clear();
    }

    private void openMissing() {
        List<Shared> missing;
        synchronized (this) {
            // closing empties the list
            missing = watches.values().stream().filter(each -> each.informer == null).toList();
        }
        for (var shared : missing) {
            try {
                catalog.find(shared.kind).ifPresent(kind -> open(shared, kind));
            } catch (KubernetesClientException e) {
                LOG.debug("find out how {} is served: {}", shared.kind, e.getMessage());
            }
        }
    }

    private synchronized void open(Shared shared, KindInfo kind) {
        boolean wanted = watches.get(new Id(shared.kind, shared.scope)) == shared;
        if (closed || !wanted || shared.informer != null) {
            return;
        }
        shared.informer =
                opener.open(
                        kind,
                        shared.scope,
                        (key, before, after) -> {
                            if (before == null
                                    || after == null
                                    || after.editedSince(before, true)) {
                                changed.accept(key);
                            }
                        });
        shared.informer.start();
    }

    private Id id(ObjectKey key) {
        var scope =
                together.stream()
                        .filter(each -> each.sees(key))
                        .findFirst()
                        .map(
                                each ->
                                        new KindInformer.Scope(
                                                each.namespace(),
                                                each.name(),
                                                each.labelSelector()))
                        .orElseGet(() -> new KindInformer.Scope(key.namespace(), key.name(), ""));
        return new Id(GroupKind.of(key), scope);
    }
}
