package dev.dragoman.cli.trial;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.References;
import dev.dragoman.reconcile.Watches;
import dev.dragoman.reconcile.cache.ObjectCache;
import dev.dragoman.reconcile.cache.OwnWrites;
import dev.dragoman.reconcile.cache.Snapshot;
import dev.dragoman.reconcile.watch.BoundedJson;
import dev.dragoman.reconcile.watch.KeptWatch;
import dev.dragoman.reconcile.watch.SharedWatch;
import dev.dragoman.reconcile.watch.WireFormat;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Shows the objects in memory as the engine's informers would. Changes are not told at once: the
 * queue takes them after each reconciliation. Thread-safe.
 */
final class MemoryWatches implements Watches {
    private final MemoryStore store;
    private final MemoryKinds kinds;
    private final Clock clock;
    private final TrialQueue queue;
    private final Assumed assumed;
    private final KubernetesSerialization format = WireFormat.lean(BoundedJson.mapper());
    private final List<KeptWatch> kept = new ArrayList<>();
    private final Map<String, Function<Map<String, Object>, Optional<String>>> indexes =
            new HashMap<>();
    private final Map<String, UnaryOperator<String>> ids = new HashMap<>();
    private final Map<String, TreeMap<String, Set<ObjectKey>>> values = new HashMap<>();
    private long indexed;
    private final Map<Dependant, Set<ObjectKey>> needed = new LinkedHashMap<>();

    private final Map<ObjectKey, Viewed> views = new HashMap<>();

    private record Viewed(String version, Optional<Map<String, Object>> object) {}

    /** Which subscription wrote a version of an object. */
    private final Map<String, String> writers = new HashMap<>();

    /** Versions of needed objects that a dependant knows. */
    private final Set<String> known = new HashSet<>();

    /**
     * @param subscription empty for all
     */
    private record Dependant(String subscription, ObjectKey key) {}

    /** Says what an object is like that no case has. */
    interface Assumed {
        Optional<Map<String, Object>> object(ObjectKey key);
    }

    MemoryWatches(
            MemoryStore store, MemoryKinds kinds, Clock clock, TrialQueue queue, Assumed assumed) {
        this.store = store;
        this.kinds = kinds;
        this.clock = clock;
        this.queue = queue;
        this.assumed = assumed;
    }

    /** The object as informers show it; empty when it is not there. */
    synchronized Optional<Map<String, Object>> view(ObjectKey key) {
        var version = store.version(key);
        var last = views.get(key);
        if (last == null || !last.version().equals(version)) {
            last = new Viewed(version, store.get(key).map(this::view));
            views.put(key, last);
        }
        return last.object();
    }

    private Map<String, Object> view(Map<String, Object> object) {
        var resource = format.unmarshal(Json.write(object), GenericKubernetesResource.class);
        return Snapshot.full(resource, format, clock.instant()).object();
    }

    private static Map<String, Object> metadata(Map<String, Object> object) {
        var metadata = Json.copyMap(Fields.map(object, "metadata"));
        metadata.remove("managedFields");
        return Snapshot.frozen(
                Json.object(
                        "apiVersion", object.get("apiVersion"),
                        "kind", object.get("kind"),
                        "metadata", metadata));
    }

    /** Takes the change that a case made, or a reconciliation: queues whom it concerns. */
    synchronized void tell(MemoryStore.Change change) {
        var key = change.key();
        var version = change.after().map(each -> Fields.metadata(each, "resourceVersion"));
        var writer = writers.getOrDefault(key + "@" + version.orElse("gone"), Acting.NOBODY);
        queue.changed(change, writer);
        for (var each : kept) {
            if (sees(each, key)) {
                each.changed().accept(key);
            }
        }
        for (var each : List.copyOf(needed.entrySet())) {
            boolean needs =
                    each.getValue().contains(key)
                            || each.getValue().contains(ObjectKey.any(key.group(), key.kind()));
            var dependant = each.getKey();
            if (needs && !known.contains(dependant.key() + "<" + key + "@" + version.orElse(""))) {
                var _ = queue.add(dependant.subscription(), dependant.key(), Cause.REFERENCE);
            }
        }
    }

    private static boolean sees(KeptWatch watch, ObjectKey key) {
        return key.group().equals(watch.group())
                && key.kind().equals(watch.kind())
                && (watch.namespace().isEmpty() || watch.namespace().equals(key.namespace()))
                && (watch.name().isEmpty() || watch.name().equals(key.name()));
    }

    @Override
    public ObjectCache cache() {
        return new View();
    }

    private final class View implements ObjectCache {
        @Override
        public Optional<Map<String, Object>> get(ObjectKey key) {
            if (whole(key)) {
                return view(key).or(() -> assumed.object(key).map(Snapshot::frozen));
            }
            return covers(key) ? store.get(key).map(MemoryWatches::metadata) : Optional.empty();
        }

        @Override
        public boolean covers(ObjectKey key) {
            return queue.reconciles(key) || kept.stream().anyMatch(each -> sees(each, key));
        }

        @Override
        public boolean whole(ObjectKey key) {
            return queue.reconciles(key)
                    || kept.stream()
                            .anyMatch(
                                    each ->
                                            sees(each, key)
                                                    && each.content() == KeptWatch.Content.WHOLE);
        }

        @Override
        public Set<ObjectKey> byIndex(String name, String value) {
            return find(name, value, value::equals);
        }

        @Override
        public Set<ObjectKey> byIndexBelow(String name, String beginning) {
            return find(name, beginning, each -> each.startsWith(beginning));
        }
    }

    /** The objects of the values from the first one on that fit. */
    private synchronized Set<ObjectKey> find(String name, String first, Predicate<String> fits) {
        var valueOf = indexes.get(name);
        if (valueOf == null) {
            throw new IllegalArgumentException("there is no index " + name);
        }
        if (indexed != store.version()) {
            values.clear();
            indexed = store.version();
        }
        var index =
                values.computeIfAbsent(
                        name,
                        _ ->
                                store.keys().stream()
                                        .filter(each -> view(each).flatMap(valueOf).isPresent())
                                        .collect(
                                                Collectors.groupingBy(
                                                        each ->
                                                                view(each)
                                                                        .flatMap(valueOf)
                                                                        .orElseThrow(),
                                                        TreeMap::new,
                                                        Collectors.toSet())));
        return index.tailMap(first).entrySet().stream()
                .takeWhile(each -> fits.test(each.getKey()))
                .flatMap(each -> each.getValue().stream())
                .filter(queue::reconciles)
                .collect(Collectors.toSet());
    }

    @Override
    public References references() {
        return new References() {
            @Override
            public void set(ObjectKey dependant, Set<ObjectKey> all) {
                synchronized (MemoryWatches.this) {
                    needed.put(new Dependant(Acting.subscription(), dependant), Set.copyOf(all));
                }
            }

            @Override
            public void saw(ObjectKey dependant, ObjectKey object, String version) {
                synchronized (MemoryWatches.this) {
                    known.add(dependant + "<" + object + "@" + version);
                }
            }
        };
    }

    @Override
    public OwnWrites ownWrites() {
        return new OwnWrites() {
            @Override
            public void wrote(ObjectKey key, String version) {
                note(key, version);
            }

            @Override
            public void removed(ObjectKey key, String uid) {
                note(key, "gone");
            }
        };
    }

    private synchronized void note(ObjectKey key, String version) {
        writers.put(key + "@" + version, Acting.subscription());
    }

    @Override
    public void share(SharedWatch watch) {
        kinds.add(watch.group(), watch.kind(), true);
    }

    @Override
    public synchronized void watch(KeptWatch watch) {
        kept.add(watch);
    }

    @Override
    public void index(String name, Function<Map<String, Object>, Optional<String>> valueOf) {
        indexes.put(name, valueOf);
    }

    @Override
    public void indexOfIds(
            String name,
            Function<Map<String, Object>, Optional<String>> valueOf,
            UnaryOperator<String> valueOfId) {
        index(name, valueOf);
        ids.put(name, valueOfId);
    }

    @Override
    public void enqueue(ObjectKey key, Cause cause) {
        var _ = queue.add("", key, cause);
    }

    @Override
    public int wake(String subscription, ObjectKey key) {
        return store.get(key).isPresent() ? queue.add(subscription, key, Cause.WOKEN) : 0;
    }

    @Override
    public void wake(ObjectKey key) {
        enqueue(key, Cause.WOKEN);
    }

    @Override
    public int wakeById(String subscription, String id) {
        return ids.entrySet().stream()
                .flatMap(each -> cache().byIndex(each.getKey(), each.getValue().apply(id)).stream())
                .distinct()
                .mapToInt(each -> wake(subscription, each))
                .sum();
    }

    @Override
    public boolean mayWrite() {
        return true;
    }
}
