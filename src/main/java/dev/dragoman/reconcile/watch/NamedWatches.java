package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.Background;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.KindStore;
import dev.dragoman.reconcile.cache.Snapshot;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches of needed objects whose kinds have no informer. All dependants share these watches, so
 * that thousands of objects with a Secret each do not need thousands of connections. A {@link
 * SharedWatch} is used if it covers the object; otherwise one watch for the object's kind and
 * namespace. Requests only metadata. Thread-safe.
 */
public final class NamedWatches implements AutoCloseable {
    /** Creates an informer whose store keeps only versions. */
    interface Opener {
        KindInformer open(KindInfo kind, WatchScope scope, KindStore.Listener listener);
    }

    /** Hears of changes of needed objects. Must take no lock. */
    interface Told {
        /** An object that the dependant needs may have changed, or may be missing. */
        void wake(Dependant dependant);

        /** The needed object is new or has changed, and has this version now. */
        void shown(Dependant dependant, ObjectKey needed, String version);
    }

    private static final Logger LOG = LoggerFactory.getLogger(NamedWatches.class);

    private static final class Shared {
        final Set<ObjectKey> keys = ConcurrentHashMap.newKeySet(1);
        volatile KindInformer informer;
    }

    /**
     * Takes no lock. A reconciliation may have read or written an object that was deleted before
     * the watch could see it. So when a list lacks an object, all dependants of the object are
     * woken.
     */
    private final class Listener implements KindStore.Listener {
        private final Id id;
        private final Shared shared;

        private Listener(Id id, Shared shared) {
            this.id = id;
            this.shared = shared;
        }

        @Override
        public void changed(ObjectKey key, Snapshot before, Snapshot after) {
            if (after == null) {
                served(id, key).forEach(told::wake);
            } else if (before == null || after.editedSince(before, true)) {
                served(id, key).forEach(each -> told.shown(each, key, after.version()));
            }
        }

        @Override
        public void listed() {
            var store = shared.informer.store();
            shared.keys.stream()
                    .filter(key -> store.find(key).isEmpty())
                    .forEach(key -> served(id, key).forEach(told::wake));
        }
    }

    private record Id(GroupKind kind, WatchScope scope) {}

    private final KindCatalog catalog;
    private final Opener opener;
    private final Function<ObjectKey, Set<Dependant>> dependants;
    private final Told told;
    private final List<SharedWatch> together = new CopyOnWriteArrayList<>();
    private final Map<Id, Shared> watches = new HashMap<>();
    private final ForeignWatches<Id> foreign;
    private boolean closed;

    /**
     * @param dependants gives the dependants of a key; called under locks and by informers, so it
     *     must take no lock
     */
    NamedWatches(
            KindCatalog catalog,
            Opener opener,
            Function<ObjectKey, Set<Dependant>> dependants,
            Told told,
            InstantSource clock) {
        this.catalog = catalog;
        this.opener = opener;
        this.dependants = dependants;
        this.told = told;
        this.foreign = new ForeignWatches<>(clock);
    }

    public void share(SharedWatch watch) {
        together.add(watch);
    }

    /** Registers the need; the watch opens in the background. */
    synchronized void want(Dependant dependant, ObjectKey key) {
        if (closed) {
            return;
        }
        var id = id(dependant, key);
        if (alone(id) && !foreign.take(dependant, key, id)) {
            return;
        }
        boolean first = !watches.containsKey(id);
        watches.computeIfAbsent(id, any -> new Shared()).keys.add(key);
        if (first) {
            Background.run("open-watch", () -> open(id));
        }
    }

    /** The dependant no longer needs the key. */
    synchronized void release(Dependant dependant, ObjectKey key) {
        var id = id(dependant, key);
        if (alone(id)) {
            foreign.release(dependant, key, id);
        }
        if (served(id, key).findAny().isEmpty()) {
            release(id, key::equals);
        }
    }

    /**
     * Informers watch the matching keys from now on: closes the watches that no other key needs.
     */
    synchronized void releaseAll(Predicate<ObjectKey> keys) {
        Set.copyOf(watches.keySet()).forEach(id -> release(id, keys));
    }

    private void release(Id id, Predicate<ObjectKey> keys) {
        var shared = watches.get(id);
        if (shared == null || !shared.keys.removeIf(keys) || !shared.keys.isEmpty()) {
            return;
        }
        watches.remove(id);
        if (shared.informer != null) {
            shared.informer.close();
        }
    }

    /** Dependants of the key that learn of its changes by this watch. */
    private Stream<Dependant> served(Id id, ObjectKey key) {
        return dependants.apply(key).stream().filter(each -> id(each, key).equals(id));
    }

    /**
     * Opens watches that are not open yet, replaces dead ones, and wakes dependants whose needs are
     * not watched. May block.
     */
    public void check() {
        openMissing();
        informers().forEach(KindInformer::check);
        looking().forEach(told::wake);
    }

    private synchronized List<Dependant> looking() {
        return foreign.due();
    }

    /** Whether this is a watch of one namespace, which the author of an object may have chosen. */
    private static boolean alone(Id id) {
        return !id.scope.namespace().isEmpty() && id.scope.name().isEmpty();
    }

    /** When the object was last seen to change; empty while its watch has not synced. */
    synchronized Optional<Instant> lastChange(Dependant dependant, ObjectKey key) {
        var shared = watches.get(id(dependant, key));
        if (shared == null || shared.informer == null || !shared.informer.synced()) {
            return Optional.empty();
        }
        var store = shared.informer.store();
        return Optional.of(store.find(key).map(Snapshot::seenAt).orElse(store.lastRemoval()));
    }

    /** The version that the watch shows; empty if none, or while its listener is told of it. */
    synchronized Optional<String> shown(Dependant dependant, ObjectKey key) {
        var shared = watches.get(id(dependant, key));
        if (shared == null || shared.informer == null || shared.informer.store().telling(key)) {
            return Optional.empty();
        }
        return shared.informer.store().find(key).map(Snapshot::version);
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
        List<Id> missing;
        synchronized (this) {
            missing =
                    watches.entrySet().stream()
                            .filter(each -> each.getValue().informer == null)
                            .map(Map.Entry::getKey)
                            .toList();
        }
        missing.forEach(this::open);
    }

    private void open(Id id) {
        try {
            catalog.find(id.kind).ifPresent(kind -> open(id, kind));
        } catch (KubernetesClientException e) {
            LOG.debug("cannot find out how {} is served: {}", id.kind, e.getMessage());
        }
    }

    private synchronized void open(Id id, KindInfo kind) {
        var shared = watches.get(id);
        if (closed || shared == null || shared.informer != null) {
            return;
        }
        shared.informer = opener.open(kind, id.scope, new Listener(id, shared));
        shared.informer.start();
    }

    private Id id(Dependant dependant, ObjectKey key) {
        var scope =
                together.stream()
                        .filter(each -> each.sees(dependant.key(), key))
                        .findFirst()
                        .map(
                                each ->
                                        new WatchScope(
                                                each.namespace(),
                                                each.name(),
                                                each.labelSelector(),
                                                each.account()))
                        .orElseGet(() -> new WatchScope(key.namespace(), "", ""));
        return new Id(GroupKind.of(key), scope);
    }
}
