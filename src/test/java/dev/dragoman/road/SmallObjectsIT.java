package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.sandbox.cli.DemoFailed;
import dev.dragoman.sandbox.cli.OperatorProcess;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Campaign;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Objects of many empty tags, as a person with the role edit may make them where the definitions
 * have no limit yet: small on the wire, many times as large in the heap.
 */
class SmallObjectsIT {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final int TAGS = 12_500;
    private static final Duration LONG = Duration.ofMinutes(2);

    private ControlPlane plane;
    private Road road;

    @BeforeEach
    void up() {
        plane = ControlPlane.start(Options.defaults());
        road = new Road("small", plane);
    }

    @AfterEach
    void down() {
        road.close();
        plane.close();
    }

    @Test
    @Campaign
    void aFewWithASmallHeap() throws IOException {
        survives(60, List.of("-Xmx80m"));
    }

    /** The heap of a container with 512 MiB. */
    @Test
    @Campaign
    void hundredsWithTheHeapAsItIsShipped() throws IOException {
        survives(240, List.of());
    }

    private void survives(int objects, List<String> heap) throws IOException {
        withoutLimit();
        IntStream.range(0, objects).forEach(this::create);
        // what was there before an upgrade brought the limit
        road.install.kindsAndRights(List.of("resources.azure.com/ResourceGroup"));
        assertThatThrownBy(() -> road.apply(tagged("refused", 51)))
                .isInstanceOf(ControlPlaneException.class)
                .hasMessageContaining("spec.tags");

        for (var name : List.of("first", "restarted")) {
            try (var operator = start(heap)) {
                awaitReady(operator);
                road.apply(Samples.group(name, "orders"));
                await(LONG).untilAsserted(() -> assertThat(ready(name)).isTrue());
                // it waits its turn, and is not left out
                await(LONG).until(() -> readyOnes(objects) > ("first".equals(name) ? 0 : 2));
                System.out.printf(
                        Locale.ROOT,
                        "%d objects of %d tags, %s: %s; %d are Ready%n",
                        objects,
                        TAGS,
                        name,
                        resident(operator.pid()),
                        readyOnes(objects));
                operator.dropLog();
            }
        }
    }

    /** The API server takes its time to write such lists. */
    private static void awaitReady(OperatorProcess operator) {
        for (int tries = 3; ; tries--) {
            try {
                operator.awaitReady();
                return;
            } catch (DemoFailed notYet) {
                boolean alive = ProcessHandle.of(operator.pid()).isPresent();
                if (tries == 1 || !alive) {
                    throw notYet;
                }
            }
        }
    }

    private long readyOnes(int objects) {
        return IntStream.range(0, Math.min(objects, 400)).filter(i -> ready(name(i))).count();
    }

    private static String name(int number) {
        return "heavy-%03d".formatted(number);
    }

    private boolean ready(String name) {
        return "True".equals(Road.condition(road.get(GROUPS, "ResourceGroup", name)).get("status"));
    }

    /** As before the definitions had it. */
    @SuppressWarnings("unchecked")
    private void withoutLimit() {
        var definitions =
                plane.client()
                        .genericKubernetesResources(
                                "apiextensions.k8s.io/v1", "CustomResourceDefinition");
        var _ =
                definitions
                        .withName("resourcegroups.resources.azure.com")
                        .edit(
                                crd -> {
                                    List<Map<String, Object>> versions =
                                            crd.get("spec", "versions");
                                    for (var version : versions) {
                                        var schema =
                                                ((Map<String, Map<String, Object>>)
                                                                version.get("schema"))
                                                        .get("openAPIV3Schema");
                                        tags(schema).remove("maxProperties");
                                    }
                                    return crd;
                                });
        await(LONG)
                .ignoreExceptions()
                .until(
                        () ->
                                plane.client()
                                                .genericKubernetesResources(GROUPS, "ResourceGroup")
                                                .inNamespace(road.namespace)
                                                .resource(group("probe", 51))
                                                .dryRun()
                                                .create()
                                        != null);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> tags(Map<String, Object> schema) {
        var here = schema;
        for (var step : List.of("properties", "spec", "properties", "tags")) {
            here = (Map<String, Object>) here.get(step);
        }
        return here;
    }

    private void create(int number) {
        var _ =
                plane.client()
                        .genericKubernetesResources(GROUPS, "ResourceGroup")
                        .inNamespace(road.namespace)
                        .resource(group(name(number), TAGS))
                        .create();
    }

    private GenericKubernetesResource group(String name, int count) {
        var tags = new LinkedHashMap<String, String>();
        IntStream.range(0, count).forEach(i -> tags.put("t" + i, ""));
        var group = new GenericKubernetesResource();
        group.setApiVersion(GROUPS);
        group.setKind("ResourceGroup");
        group.setMetadata(
                new ObjectMetaBuilder().withName(name).withNamespace(road.namespace).build());
        group.setAdditionalProperty(
                "spec", new LinkedHashMap<>(Map.of("location", "westeurope", "tags", tags)));
        return group;
    }

    private String tagged(String name, int count) {
        var tags = new ArrayList<String>();
        IntStream.range(0, count).forEach(i -> tags.add("t" + i + ": \"\""));
        return """
        apiVersion: %s
        kind: ResourceGroup
        metadata: {name: %s}
        spec: {location: westeurope, tags: {%s}}
        """
                .formatted(GROUPS, name, String.join(", ", tags));
    }

    private OperatorProcess start(List<String> heap) throws IOException {
        var options = new ArrayList<>(List.of("-XX:MaxRAM=512m"));
        Files.readString(Path.of("src/main/jvm/dragoman.options"))
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("-"))
                .forEach(options::add);
        options.addAll(heap);
        var settings = new LinkedHashMap<>(road.environment);
        settings.remove("DRAGOMAN_MANAGEMENT_PORT");
        return OperatorProcess.start(options, road.install.podEnvironment(), settings, Map.of());
    }

    private static String resident(long pid) throws IOException {
        return Files.readString(Path.of("/proc/" + pid + "/status"))
                .lines()
                .filter(line -> line.startsWith("VmHWM"))
                .findFirst()
                .orElse("");
    }
}
