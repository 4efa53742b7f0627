package dev.dragoman.reconcile.cache;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.watch.KindInfo;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What the cache adds to a map of client objects, in time: for each event, and for each read. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class KindStoreBenchmark {
    private static final int OBJECTS = 10_000;
    private static final KubernetesSerialization JSON = new KubernetesSerialization();
    private static final KindInfo GROUPS =
            new KindInfo(
                    new GroupKind("resources.azure.com", "ResourceGroup"),
                    "v1api20200601",
                    "resourcegroups",
                    true,
                    true,
                    true);

    private final KindStore store =
            new KindStore(
                    GROUPS,
                    each -> Snapshot.full(each, JSON, Instant.EPOCH),
                    (key, before, after) -> {},
                    Clock.systemUTC(),
                    KindStore.Index.NONE,
                    CacheBudget.unlimited());
    private final Map<String, GenericKubernetesResource> plain = new ConcurrentHashMap<>();
    private long version = 1;

    @Setup
    public void fill() {
        for (int i = 0; i < OBJECTS; i++) {
            var object = event(i);
            plain.put(store.getKey(object), event(i));
            store.put(store.getKey(object), object);
        }
    }

    /** Reading the JSON is part of both. */
    private GenericKubernetesResource event(int number) {
        return JSON.unmarshal(
                """
            {"apiVersion": "resources.azure.com/v1api20200601", "kind": "ResourceGroup",
             "metadata": {"name": "%1$s", "namespace": "ns", "uid": "u-%1$s", "generation": 1,
               "resourceVersion": "%2$d", "creationTimestamp": "2026-01-01T00:00:00Z",
               "finalizers": ["serviceoperator.azure.com/finalizer"],
               "annotations": {"dragoman.dev/claimed-by": "u-%1$s"}},
             "spec": {"location": "westeurope", "tags": {"team": "orders"}},
             "status": {"id": "/subscriptions/s/resourceGroups/%1$s", "location": "westeurope",
               "conditions": [{"type": "Ready", "status": "True", "observedGeneration": 1,
                 "reason": "Succeeded", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
            """
                        .formatted("g" + number, ++version),
                GenericKubernetesResource.class);
    }

    @Benchmark
    public GenericKubernetesResource event() {
        var object = event(7);
        return store.put(store.getKey(object), object);
    }

    @Benchmark
    public GenericKubernetesResource eventBaseline() {
        var object = event(7);
        return plain.put(store.getKey(object), object);
    }

    @Benchmark
    public Optional<Snapshot> read() {
        return store.find(GROUPS.key("ns", "g7"));
    }

    @Benchmark
    public GenericKubernetesResource readBaseline() {
        return plain.get(KindStore.path("ns", "g7"));
    }
}
