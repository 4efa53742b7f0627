package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tools.catalog.SampleKinds;
import dev.dragoman.tools.catalog.SampleKinds.Template;
import dev.dragoman.tools.catalog.TestArchives;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many resources of many kinds in several namespaces, left alone and disturbed. */
@Campaign
@Tag(TestArchives.TAG)
@OwnCounts(by = "an API server")
class ManyKindsIT {
    private static final int KINDS = 20;
    private static final int NAMESPACES = 4;
    private static final Duration LONG = Duration.ofMinutes(15);
    private static final List<Template> TEMPLATES = SampleKinds.independent(KINDS);

    @TempDir private Path directory;
    private ControlPlane plane;
    private Road road;

    /** An object and where it belongs. */
    private record Made(Template template, String namespace, String name) {
        String path() {
            return "/apis/%s/%s/namespaces/%s/%s"
                    .formatted(
                            template.kind().group(),
                            template.version(),
                            namespace,
                            template.kind().plural());
        }

        /** Its resource in Azure. */
        String id(String subscription) {
            var group =
                    new ResourceId(
                            "/subscriptions/%s/resourceGroups/%s"
                                    .formatted(subscription, namespace));
            return ResourceId.of(template.kind(), name, group).toString();
        }
    }

    @BeforeEach
    void start() {
        assertThat(TEMPLATES).hasSize(KINDS);
        plane = ControlPlane.start(Options.defaults());
        road = new Road("many", plane);
        road.install.kindsAndRightsOnce(
                TEMPLATES.stream()
                        .map(each -> each.kind().group() + "/" + each.kind().kind())
                        .collect(Collectors.toCollection(TreeSet::new)));
        for (String namespace : namespaces()) {
            var _ =
                    plane.client()
                            .resource(
                                    new NamespaceBuilder()
                                            .withNewMetadata()
                                            .withName(namespace)
                                            .endMetadata()
                                            .build())
                            .create();
            Install.grantSecrets(plane.client(), namespace);
        }
        road.environment.put("AZURE_TARGET_NAMESPACES", String.join(",", namespaces()));
        road.azure.control().unlimited();
        road.azure.control().operationDuration(".*", Duration.ofSeconds(2));
        for (String namespace : namespaces()) {
            group(namespace, "first");
        }
    }

    @AfterEach
    void stop() {
        road.close();
        plane.close();
    }

    private List<String> namespaces() {
        return Stream.iterate(0, n -> n + 1)
                .limit(NAMESPACES)
                .map(n -> road.namespace + "-" + (char) ('a' + n))
                .toList();
    }

    private void group(String namespace, String team) {
        var _ =
                road.install.apply(
                        Samples.group(namespace, team),
                        namespace + ".yaml",
                        "-n",
                        namespace,
                        "--server-side");
    }

    private List<Made> objects(int ofEach) {
        List<Made> out = new ArrayList<>();
        for (int kind = 0; kind < KINDS; kind++) {
            for (int i = 0; i < ofEach; i++) {
                out.add(
                        new Made(
                                TEMPLATES.get(kind),
                                namespaces().get((kind + i) % NAMESPACES),
                                "k%02di%03d".formatted(kind, i)));
            }
        }
        return out;
    }

    private void create(Made object) {
        var _ =
                plane.client()
                        .raw(
                                object.path(),
                                "POST",
                                object.template()
                                        .object(object.name(), object.namespace(), "first"));
    }

    private void update(Made object) {
        var _ =
                plane.client()
                        .genericKubernetesResources(
                                object.template().kind().group()
                                        + "/"
                                        + object.template().version(),
                                object.template().kind().kind())
                        .inNamespace(object.namespace())
                        .withName(object.name())
                        .edit(
                                each -> {
                                    Map<String, Object> spec = each.get("spec");
                                    spec.put("tags", Map.of("round", "second"));
                                    return each;
                                });
    }

    private void delete(Made object) {
        var _ = plane.client().raw(object.path() + "/" + object.name(), "DELETE", null);
    }

    private static void each(List<Runnable> actions) {
        try (var pool = Executors.newFixedThreadPool(4)) {
            var done = actions.stream().map(pool::submit).toList();
            for (var one : done) {
                one.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** Objects that are not Ready in their present generation, with their reason. */
    private List<String> notReady() {
        return TEMPLATES.stream()
                .map(Template::kind)
                .flatMap(kind -> listed(kind).stream())
                .filter(
                        each -> {
                            var ready = Road.condition(each);
                            return !"True".equals(ready.get("status"))
                                    || ((Number) ready.get("observedGeneration")).longValue()
                                            != each.getMetadata().getGeneration();
                        })
                .map(
                        each ->
                                "%s/%s %s"
                                        .formatted(
                                                each.getKind(),
                                                each.getMetadata().getName(),
                                                Road.condition(each)))
                .toList();
    }

    private List<GenericKubernetesResource> listed(AzureKind kind) {
        var text =
                plane.client()
                        .raw(
                                "/apis/%s/%s/%s"
                                        .formatted(
                                                kind.group(),
                                                kind.newest().names().getFirst(),
                                                kind.plural()));
        return Serialization.unmarshal(text, GenericKubernetesResourceList.class).getItems();
    }

    private void allReady() {
        await(LONG)
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(notReady()).isEmpty());
    }

    private List<String> writes(AuditLog.Mark since) {
        return plane.audit().writesBy(Account.AZURE.user(), since).stream()
                .map(e -> e.verb() + " " + e.resource() + " " + e.namespace() + "/" + e.name())
                .toList();
    }

    private void settle() {
        await(LONG)
                .until(
                        () -> {
                            var mark = plane.audit().mark();
                            await().pollDelay(Duration.ofSeconds(5)).until(() -> true);
                            return writes(mark).isEmpty();
                        });
    }

    @Test
    void aThousandInSyncCostNothingAndAStormStarvesNobody() {
        var objects = objects(50);
        road.environment.put("AZURE_SYNC_PERIOD", "60s");
        road.start();
        each(objects.stream().<Runnable>map(each -> () -> create(each)).toList());
        allReady();
        settle();

        var mark = plane.audit().mark();
        road.azure.control().clearExchanges();
        await(LONG).pollInterval(Duration.ofSeconds(5)).until(() -> leastCompared(objects) >= 3);
        assertThat(writes(mark)).as("writes to Kubernetes").isEmpty();
        assertThat(road.azure.control().exchanges())
                .filteredOn(e -> !e.method().equals("GET"))
                .as("changes in Azure")
                .isEmpty();

        var changed = objects.getFirst().id(road.azure.subscriptionId());
        var _ =
                road.azure
                        .control()
                        .mutate(
                                changed,
                                Serialization.unmarshal(
                                        "{\"tags\":{\"round\":\"outside\"}}", JsonNode.class));
        await(LONG).until(() -> road.azure(changed, "/tags/round").equals("first"));

        storm();
    }

    private int leastCompared(List<Made> objects) {
        Map<String, Long> gets =
                road.azure.control().exchanges().stream()
                        .collect(
                                Collectors.groupingBy(
                                        e -> ResourceId.key(e.path()), Collectors.counting()));
        return objects.stream()
                .map(each -> ResourceId.key(each.id(road.azure.subscriptionId())))
                .mapToInt(id -> gets.getOrDefault(id, 0L).intValue())
                .min()
                .orElse(0);
    }

    /** Every request is refused for a while; then each namespace's edit gets through. */
    private void storm() {
        road.azure.control().clearExchanges();
        road.azure.control().useUp(100_000, 3, "writes", ".*");
        for (String namespace : namespaces()) {
            group(namespace, "second");
        }
        await(LONG).until(() -> refused() > 0);
        var end = System.nanoTime() + Duration.ofSeconds(15).toNanos();
        await().until(() -> System.nanoTime() > end);
        var refused = refused();
        road.azure.control().clearFaults();
        for (String namespace : namespaces()) {
            await().until(() -> road.azure(road.group(namespace), "/tags/team").equals("second"));
        }
        System.out.printf("refused with 429 in 15 s: %d%n", refused);
        assertThat(refused).as("1,000 objects obey Retry-After").isLessThan(100);
        allReady();
    }

    private long refused() {
        return road.azure.control().exchanges().stream().filter(e -> e.status() == 429).count();
    }

    @Test
    void killedAtAnyMomentItEndsAsIfUndisturbed() throws Exception {
        long seed = System.nanoTime();
        System.out.printf("seed %d%n", seed);
        var random = new Random(seed);
        var objects = objects(10);
        var updated = objects.subList(0, objects.size() / 2);
        var deleted = objects.subList(objects.size() / 4, objects.size() * 3 / 4);
        var process = road.process(directory.resolve("log"));
        int kills = 0;
        try (var users = Executors.newSingleThreadExecutor()) {
            var work =
                    users.submit(
                            () -> {
                                each(objects.stream().<Runnable>map(e -> () -> create(e)).toList());
                                each(updated.stream().<Runnable>map(e -> () -> update(e)).toList());
                                allReady();
                                each(deleted.stream().<Runnable>map(e -> () -> delete(e)).toList());
                            });
            while (!work.isDone() || kills < 10 || !gone(deleted)) {
                var end = System.nanoTime() + Duration.ofMillis(random.nextInt(8_000)).toNanos();
                await().until(() -> System.nanoTime() > end);
                var _ = process.destroyForcibly().waitFor();
                process = road.process(directory.resolve("log"));
                kills++;
                // it must come to something between two kills
                int before = road.azure.control().exchanges().size();
                await().until(
                                () ->
                                        road.azure.control().exchanges().size() > before
                                                || work.isDone());
            }
            work.get();
            System.out.printf("killed %d times%n", kills);
            await(LONG).until(() -> gone(deleted));
            allReady();
            same(objects, updated, deleted);
        } finally {
            var _ = process.destroyForcibly().waitFor();
        }
    }

    private boolean gone(List<Made> deleted) {
        Set<String> names = deleted.stream().map(Made::name).collect(Collectors.toSet());
        return TEMPLATES.stream()
                .flatMap(each -> listed(each.kind()).stream())
                .noneMatch(each -> names.contains(each.getMetadata().getName()));
    }

    /** Azure has what is wanted and nothing else, and each was created once. */
    private void same(List<Made> objects, List<Made> updated, List<Made> deleted) {
        var subscription = road.azure.subscriptionId();
        Set<String> wanted = new TreeSet<>();
        namespaces().forEach(namespace -> wanted.add(ResourceId.key(road.group(namespace))));
        for (Made each : objects) {
            var id = each.id(subscription);
            if (!deleted.contains(each)) {
                wanted.add(ResourceId.key(id));
                assertThat(road.azure(id, "/tags/round"))
                        .as(id)
                        .isEqualTo(updated.contains(each) ? "second" : "first");
            }
        }
        assertThat(
                        road.azure.control().resources().stream()
                                .map(ResourceId::key)
                                .filter(id -> !madeByAzure(id, wanted)))
                .containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(road.azure.control().exchanges())
                .filteredOn(e -> e.method().equals("DELETE") && e.status() < 300)
                .extracting(Exchange::path)
                .extracting(ResourceId::key)
                .allMatch(
                        id ->
                                deleted.stream()
                                        .anyMatch(
                                                each ->
                                                        ResourceId.key(each.id(subscription))
                                                                .equals(id)));
    }

    /** What comes and goes with its parent, for example the default service of an account. */
    private static boolean madeByAzure(String id, Set<String> wanted) {
        return wanted.stream()
                .filter(parent -> parent.contains("/PROVIDERS/"))
                .anyMatch(parent -> id.startsWith(parent + "/"));
    }
}
