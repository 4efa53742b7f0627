package dev.dragoman.reconcile.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.watch.KindInfo;
import dev.dragoman.reconcile.watch.KindInformer;
import dev.dragoman.reconcile.watch.PageSize;
import dev.dragoman.reconcile.watch.WatchScope;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CountedObjectsTest {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CountedObjects counted = new CountedObjects(registry);
    private int version;

    @Test
    void anObjectIsCountedByWhatItsConditionSaysNow() {
        var informer = informer("Group", "", true, 1_000_000);
        put(informer, "a", "Ready", "False", "Reconciling");
        put(informer, "b", "Ready", "False", "Reconciling");
        put(informer, "c", "FieldsNotSent", "True", "NotInAppliedVersion");
        show(informer);
        assertThat(series())
                .containsOnly(
                        Map.entry("Group False Reconciling", 2.0), Map.entry("Group None ", 1.0));

        put(informer, "a", "Ready", "True", "Succeeded");
        var _ = informer.store().remove("ns/c");
        show(informer);
        assertThat(series())
                .containsOnly(
                        Map.entry("Group False Reconciling", 1.0),
                        Map.entry("Group True Succeeded", 1.0));

        put(informer, "b", "Ready", "True", "Succeeded");
        show(informer);
        assertThat(series()).containsOnly(Map.entry("Group True Succeeded", 2.0));
    }

    @Test
    void whoStandsByCountsNothing() {
        var informer = informer("Group", "", true, 1_000_000);
        put(informer, "a", "Ready", "True", "Succeeded");
        show(informer);
        assertThat(series()).hasSize(1);
        counted.show(false, List.of(informer));
        assertThat(series()).isEmpty();
    }

    /** Its conditions need not be among what is kept. */
    @Test
    void anObjectOfWhichAPartIsKeptIsCountedToo() {
        var informer = informer("Group", "", true, 0);
        put(informer, "a", "Ready", "False", "Conflict", "x".repeat(10_000));
        assertThat(informer.store().all().get("ns/a").partial()).isTrue();
        show(informer);
        assertThat(series()).containsOnly(Map.entry("Group False Conflict", 1.0));
        var _ = informer.store().remove("ns/a");
        show(informer);
        assertThat(series()).isEmpty();
    }

    /** One controller may want a namespace of what another wants everywhere. */
    @Test
    void whatTwoInformersSeeIsCountedOnce() {
        var wide = informer("Group", "", true, 1_000_000);
        var narrow = informer("Group", "ns", true, 1_000_000);
        var other = informer("Account", "ns", true, 1_000_000);
        var builtIn = informer("Namespace", "", false, 1_000_000);
        for (var each : List.of(wide, narrow, other, builtIn)) {
            put(each, "a", "Ready", "True", "Succeeded");
        }
        show(wide, narrow, other, builtIn);
        assertThat(series())
                .containsOnly(
                        Map.entry("Group True Succeeded", 1.0),
                        Map.entry("Account True Succeeded", 1.0));
    }

    /** Whoever may write a status chooses what stands there. */
    @Test
    void reasonsThatSomebodyMakesUpAreBounded() {
        var informer = informer("Group", "", true, 100_000_000);
        put(informer, "long", "Ready", "False", "R".repeat(81));
        put(informer, "odd", "Ready", "Perhaps", "a b");
        put(informer, "none", "Ready", "False", null);
        show(informer);
        assertThat(series())
                .containsOnly(
                        Map.entry("Group False other", 1.0),
                        Map.entry("Group Unknown other", 1.0),
                        Map.entry("Group False ", 1.0));

        IntStream.range(0, 1000).forEach(n -> put(informer, "o" + n, "Ready", "False", "R" + n));
        IntStream.range(0, 9).forEach(n -> put(informer, "c" + n, "Ready", "False", "Conflict"));
        show(informer);
        assertThat(series())
                .hasSize(CountedObjects.MOST_REASONS + 1)
                .containsEntry("Group False Conflict", 9.0);
        assertThat(series().values().stream().mapToDouble(each -> each).sum()).isEqualTo(1012);
    }

    private void show(KindInformer... informers) {
        counted.show(true, List.of(informers));
    }

    /** Value by kind, status and reason. */
    private Map<String, Double> series() {
        return registry.find("dragoman_objects").gauges().stream()
                .collect(Collectors.toMap(CountedObjectsTest::name, Gauge::value));
    }

    private static String name(Gauge gauge) {
        return "%s %s %s"
                .formatted(
                        gauge.getId().getTag("kind"),
                        gauge.getId().getTag("ready"),
                        gauge.getId().getTag("reason"));
    }

    private KindInformer informer(String kind, String namespace, boolean custom, long budget) {
        var info =
                new KindInfo(new GroupKind("example.com", kind), "v1", "all", true, true, custom);
        var store =
                new KindStore(
                        info,
                        each -> Snapshot.full(each, JSON, Instant.EPOCH),
                        (key, before, after) -> {},
                        Clock.systemUTC(),
                        KindStore.Index.NONE,
                        new CacheBudget(budget));
        return new KindInformer(
                new KindInformer.Access(
                        null, PageSize.ofObjects(), null, null, null, new AtomicInteger()),
                info,
                new WatchScope(namespace, "", ""),
                store,
                new KindInformer.EngineClock(
                        Clock.systemUTC(), Duration.ofMinutes(1), Duration.ofSeconds(10)),
                registry);
    }

    private void put(
            KindInformer informer, String name, String type, String status, String reason) {
        put(informer, name, type, status, reason, "");
    }

    private void put(
            KindInformer informer,
            String name,
            String type,
            String status,
            String reason,
            String message) {
        var object = new GenericKubernetesResource();
        object.setApiVersion("example.com/v1");
        object.setKind(informer.kind().id().kind());
        object.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace("ns")
                        .withName(name)
                        .withUid(name)
                        .withResourceVersion(String.valueOf(++version))
                        .build());
        var condition = new TreeMap<String, Object>();
        condition.put("type", type);
        condition.put("status", status);
        condition.put("message", message);
        if (reason != null) {
            condition.put("reason", reason);
        }
        object.setAdditionalProperty("status", Map.of("conditions", List.of(condition)));
        var store = informer.store();
        var _ = store.put(store.getKey(object), object);
    }
}
