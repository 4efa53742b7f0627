package dev.dragoman.cli.explain;

import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.cli.cluster.ClusterRequests.Refused;
import dev.dragoman.cli.explain.ClusterObjects.Served;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The objects of this operator, kept up to date by a watch for each kind, with the rights of
 * whoever asks. Thread-safe.
 */
final class LiveFleet implements AutoCloseable {
    /** Pause after a watch has ended; after a failure the kind is listed again then. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    /** Pause where there is no right: a viewer may have none to hundreds of kinds. */
    private static final Duration LONG_PAUSE = Duration.ofSeconds(20);

    private static final Set<Integer> GONE =
            Set.of(ClusterObjects.FORBIDDEN, ClusterObjects.NOT_FOUND);
    private static final String DELETED = "DELETED";
    private static final String BOOKMARK = "BOOKMARK";

    private final ClusterRequests cluster;
    private final ClusterObjects objects;
    private final String namespace;
    private final Runnable changed;
    private final Map<GroupKind, Map<ObjectKey, Known>> known = new HashMap<>();
    private final Map<String, String> unread = new TreeMap<>();
    private final List<Thread> threads;

    /** Lists at the same time: pages of many kinds would not have room beside each other. */
    private final Semaphore lists = new Semaphore(4);

    /**
     * Begins to read.
     *
     * @param namespace where; empty for all namespaces
     * @param changed is run after each change, on the thread of a watch
     */
    LiveFleet(ClusterRequests cluster, ClusterObjects objects, String namespace, Runnable changed) {
        this.cluster = cluster;
        this.objects = objects;
        this.namespace = namespace;
        this.changed = changed;
        this.threads =
                objects.listed().stream()
                        .map(kind -> Thread.ofVirtual().start(() -> follow(kind)))
                        .toList();
    }

    /** Whether each kind was read once, or could not be. */
    synchronized boolean isWhole() {
        return objects.listed().stream()
                .allMatch(
                        each -> known.containsKey(each.kind()) || unread.containsKey(each.name()));
    }

    /** The objects as they are now. */
    synchronized Collection<Known> all() {
        return known.values().stream().flatMap(each -> each.values().stream()).toList();
    }

    /** Kinds that cannot be read now, with the reason. */
    synchronized Set<String> unread() {
        var all = new TreeSet<String>();
        unread.forEach((kind, why) -> all.add(kind + ": " + why));
        return all;
    }

    /**
     * The objects as they are now, and others as they are needed. Not thread-safe.
     *
     * @param now the kinds that are served now
     */
    Fleet fleet(ClusterObjects now) {
        var fleet = now.fresh();
        synchronized (this) {
            known.forEach(
                    (kind, all) -> {
                        all.values().forEach(fleet::add);
                        if (!kind.group().isEmpty()) { // of ConfigMaps only requests are known
                            fleet.listed(kind, namespace);
                        }
                    });
        }
        fleet.searched(namespace);
        return fleet;
    }

    private void follow(Served kind) {
        var path = kind.path(namespace);
        while (!Thread.currentThread().isInterrupted()) {
            var pause = PAUSE;
            try {
                var version = new AtomicReference<>(list(kind, path));
                while (!Thread.currentThread().isInterrupted()) {
                    cluster.watch(
                            path,
                            kind.isWhole() ? ClusterRequests.JSON : ClusterObjects.METADATA,
                            version.get(),
                            each -> event(kind, each, version));
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            } catch (RuntimeException | OutOfMemoryError failed) {
                // no object may end the reading of the others
                var refused = failed instanceof Refused r ? r : new Refused(0, failed.toString());
                refused(kind, refused);
                pause = refused.code == ClusterObjects.FORBIDDEN ? LONG_PAUSE : PAUSE;
            }
            LockSupport.parkNanos(pause.toNanos());
        }
    }

    private String list(Served kind, String path) {
        var all = new HashMap<ObjectKey, Known>();
        lists.acquireUninterruptibly();
        try {
            var version =
                    cluster.collection(
                            path,
                            kind.isWhole() ? ClusterRequests.JSON : ClusterRequests.METADATA,
                            each -> put(kind, each, all));
            replace(kind, all);
            return version;
        } finally {
            lists.release();
        }
    }

    private void put(Served kind, Map<String, Object> object, Map<ObjectKey, Known> all) {
        objects.brief(object, kind).ifPresent(one -> all.put(one.key(), one));
    }

    private void replace(Served kind, Map<ObjectKey, Known> all) {
        synchronized (this) {
            known.put(kind.kind(), all);
            unread.remove(kind.name());
        }
        changed.run();
    }

    private void event(Served kind, Map<String, Object> event, AtomicReference<String> version) {
        var object = Fields.map(event, "object");
        version.set(Fields.metadata(object, "resourceVersion"));
        if (BOOKMARK.equals(event.get("type"))) {
            return;
        }
        synchronized (this) {
            var all = known.get(kind.kind());
            all.remove(
                    new ObjectKey(
                            kind.kind().group(),
                            kind.kind().kind(),
                            Fields.metadata(object, "namespace"),
                            Fields.metadata(object, "name")));
            if (!DELETED.equals(event.get("type"))) {
                put(kind, object, all);
            }
        }
        changed.run();
    }

    /** What was read stays, unless it is gone or nobody may read it: it is old, and said to be. */
    private void refused(Served kind, Refused refused) {
        var why = ClusterObjects.why(refused);
        boolean news;
        synchronized (this) {
            if (GONE.contains(refused.code)) {
                known.remove(kind.kind());
            }
            news = !why.equals(unread.put(kind.name(), why));
        }
        if (news) {
            changed.run();
        }
    }

    /** Has the watches end. */
    void end() {
        threads.forEach(Thread::interrupt);
    }

    /** As {@link #end}, and waits for it. */
    @Override
    public void close() {
        end();
        for (var each : threads) {
            try {
                each.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
