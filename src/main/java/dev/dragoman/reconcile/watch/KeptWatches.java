package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.EngineHealth;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.KindStore;
import dev.dragoman.reconcile.cache.Snapshot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The watches that are open as long as the engine runs. Thread-safe. */
public final class KeptWatches implements AutoCloseable {
    /** Creates the informer of a watch. */
    interface Opener {
        KindInformer open(KindInfo kind, KeptWatch watch, KindStore.Listener listener);
    }

    /**
     * Hears of changes, in addition to the callback of the watch. Called by informers, so it must
     * take no lock.
     */
    interface Listener {
        void changed(ObjectKey key);

        /** A list is complete: objects of matching keys do not exist. */
        void absent(Predicate<ObjectKey> which);
    }

    /** An open watch, and how much of each object it keeps. */
    public record Held(KindInformer informer, KeptWatch.Content content) {}

    private static final Logger LOG = LoggerFactory.getLogger(KeptWatches.class);

    private static final class Kept implements KindStore.Listener {
        final KeptWatch watch;
        final Listener told;
        volatile KindInformer informer;

        /** Why the watch could not be opened; empty before the first try. */
        volatile String problem = "";

        Kept(KeptWatch watch, Listener told) {
            this.watch = watch;
            this.told = told;
        }

        @Override
        public void changed(ObjectKey key, Snapshot before, Snapshot after) {
            try {
                watch.changed().accept(key);
            } catch (RuntimeException e) {
                LOG.warn("a listener failed on a change of {}: {}", key, e.toString());
            }
            told.changed(key);
        }

        @Override
        public void listed() {
            var current = informer;
            if (current != null) {
                var store = current.store();
                told.absent(key -> watch.sees(key) && store.find(key).isEmpty());
            }
        }

        boolean settled() {
            var current = informer;
            return current == null ? !problem.isEmpty() : current.settled();
        }

        EngineHealth.KindHealth health() {
            var current = informer;
            return current == null
                    ? EngineHealth.KindHealth.unopened(
                            new GroupKind(watch.group(), watch.kind()), "", problem)
                    : EngineHealth.KindHealth.of(current, "");
        }
    }

    private final KindCatalog catalog;
    private final Opener opener;
    private final Listener told;
    private final List<Kept> all = new CopyOnWriteArrayList<>();
    private boolean closed;

    KeptWatches(KindCatalog catalog, Opener opener, Listener told) {
        this.catalog = catalog;
        this.opener = opener;
        this.told = told;
    }

    public void keep(KeptWatch watch) {
        all.add(new Kept(watch, told));
    }

    /** Opens watches that are not open yet, and replaces dead ones. May block. */
    void check() {
        for (var each : all) {
            if (each.informer == null) {
                open(each);
            } else {
                each.informer.check();
            }
        }
    }

    /** Whether a watch sees the key, even if it is not open yet. */
    boolean sees(ObjectKey key) {
        return all.stream().anyMatch(each -> each.watch.sees(key));
    }

    /**
     * The open watch that sees the key. Prefers one that has synced, then one that keeps whole
     * objects.
     */
    public Optional<Held> informer(ObjectKey key) {
        return all.stream()
                .filter(each -> each.watch.sees(key) && each.informer != null)
                .map(each -> new Held(each.informer, each.watch.content()))
                .filter(each -> each.informer() != null)
                .max(
                        Comparator.comparing((Held each) -> each.informer().synced())
                                .thenComparing(Held::content));
    }

    /** Whether each watch has listed once, or is known to fail. */
    public boolean settled() {
        return all.stream().allMatch(Kept::settled);
    }

    public List<EngineHealth.KindHealth> health() {
        return all.stream().map(Kept::health).toList();
    }

    /**
     * The kind is served differently from now on, or not at all: closes its watches and forgets
     * their objects.
     */
    synchronized void kindChanged(GroupKind kind) {
        for (var each : all) {
            var informer = each.informer;
            if (informer != null && informer.kind().id().equals(kind)) {
                each.informer = null;
                informer.close();
                informer.store().keys().forEach(key -> each.changed(key, null, null));
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        for (var each : all) {
            if (each.informer != null) {
                each.informer.close();
            }
        }
    }

    private void open(Kept kept) {
        var id = new GroupKind(kept.watch.group(), kept.watch.kind());
        try {
            var kind = catalog.find(id);
            kind.ifPresent(found -> open(kept, found));
            if (kind.isEmpty()) {
                kept.problem = KindCatalog.NOT_SERVED;
            }
        } catch (KubernetesClientException e) {
            kept.problem = KindCatalog.reason(e);
            LOG.debug("cannot find out how {} is served: {}", id, e.getMessage());
        }
    }

    private synchronized void open(Kept kept, KindInfo kind) {
        if (!closed && kept.informer == null) {
            kept.informer = opener.open(kind, kept.watch, kept);
            kept.informer.start();
        }
    }

    /** Snapshot of an object in a metadata list or watch, where objects do not carry their kind. */
    public static Snapshot metadata(
            GenericKubernetesResource from,
            KindInfo kind,
            KubernetesSerialization json,
            Instant at) {
        var meta = from.getMetadata();
        meta.setManagedFields(null);
        var group = kind.id().group();
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", group.isEmpty() ? kind.version() : group + "/" + kind.version());
        object.put("kind", kind.id().kind());
        object.put("metadata", json.convertValue(meta, Map.class));
        return new Snapshot(
                meta.getUid() == null ? "" : meta.getUid(),
                meta.getResourceVersion() == null ? "" : meta.getResourceVersion(),
                Snapshot.frozen(object),
                at);
    }
}
