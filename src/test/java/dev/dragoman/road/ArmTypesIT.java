package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cli.PlanProcess;
import dev.dragoman.sandbox.azure.OavRun;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Types of Azure's public specifications that the catalog does not have: each is created, changed,
 * repaired, exported and deleted, and Microsoft's validator finds each request to be as the
 * specification asks.
 */
@Full
class ArmTypesIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Road road;
    private List<Typed> all;

    /**
     * An object, and the field of its body that is changed.
     *
     * @param yaml with KNOB for the value of the field
     * @param knob JSON pointer of the field in the body
     */
    private record Typed(String name, String type, String yaml, String knob, boolean deletes) {
        String with(String value) {
            return yaml.replace("KNOB", value);
        }
    }

    @BeforeEach
    void start() throws IOException {
        road = new Road("armtypes");
        road.install.kindsAndRightsOnce(List.of("dragoman.dev/ArmResource"));
        road.environment.put("AZURE_SYNC_PERIOD", "2s");
        // templates and scripts are not run for others with the operator's credential
        road.environment.put("DRAGOMAN_PLATFORM_NAMESPACES", road.namespace);
        all = types();
        for (var each : all) {
            road.azure.control().serve(each.type(), version(each));
        }
        road.azure.control().operationDuration(".*", java.time.Duration.ofMillis(100));
        road.start();
        road.client()
                .resource(
                        new SecretBuilder()
                                .withNewMetadata()
                                .withName("login")
                                .withNamespace(road.namespace)
                                .endMetadata()
                                .addToStringData("value", "s3cret-of-types")
                                .build())
                .serverSideApply();
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private List<Typed> types() throws IOException {
        try (var in = ArmTypesIT.class.getResourceAsStream("/arm-types.yaml")) {
            var text =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .replace("SUBSCRIPTION", road.azure.subscriptionId())
                            .replace("TENANT", road.azure.tenantId());
            return Arrays.stream(text.split("(?m)^---\\n"))
                    .filter(each -> each.startsWith("# knob"))
                    .map(ArmTypesIT::typed)
                    .toList();
        }
    }

    private static Typed typed(String document) {
        var words = document.lines().findFirst().orElseThrow().split(" ", -1);
        var object = Serialization.unmarshal(document, GenericKubernetesResource.class);
        return new Typed(
                object.getMetadata().getName(),
                object.get("spec", "type"),
                document,
                words[2],
                words.length < 4);
    }

    private static String version(Typed of) {
        return Serialization.unmarshal(of.yaml(), GenericKubernetesResource.class)
                .get("spec", "apiVersion");
    }

    @Test
    void twentyTypesAreCreatedChangedRepairedExportedAndDeleted(@TempDir Path directory)
            throws Exception {
        assertThat(
                        all.stream()
                                .map(Typed::type)
                                .filter(each -> Catalog.load().serving(each).isEmpty()))
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(20);
        road.apply(Samples.group("orders", "orders"));
        all.forEach(each -> road.applyServed(each.with("one")));
        for (var each : all) {
            road.ready("armresource/" + each.name());
            assertThat(shown(each)).as(each.name()).isEqualTo("one");
            assertThat(exported(each)).as("exported of %s", each.name()).isNotBlank();
        }
        for (var each : all) {
            road.apply(each.with("two"));
        }
        for (var each : all) {
            await().untilAsserted(() -> assertThat(shown(each)).as(each.name()).isEqualTo("two"));
            road.ready("armresource/" + each.name());
        }
        plannedUnchanged();
        for (var each : all) {
            var _ = road.azure.control().mutate(id(each), at(each.knob(), "\"theirs\""));
        }
        for (var each : all) {
            await().untilAsserted(() -> assertThat(shown(each)).as(each.name()).isEqualTo("two"));
        }
        for (var each : all.reversed()) {
            if (!each.deletes()) {
                var _ =
                        road.kubectl(
                                "annotate",
                                "armresource/" + each.name(),
                                "serviceoperator.azure.com/reconcile-policy=detach-on-delete");
            }
            var id = id(each);
            var _ = road.kubectl("delete", "armresource/" + each.name());
            assertThat(road.azure.control().get(id).isPresent())
                    .as(each.name())
                    .isNotEqualTo(each.deletes());
        }
        asTheSpecificationAsks(directory);
    }

    /** What {@code dragoman plan} says of what is as it should be. */
    private void plannedUnchanged() throws Exception {
        var said =
                PlanProcess.run(
                        road.plane.adminKubeconfig(),
                        road.environment,
                        "--azure",
                        "--output",
                        "json");
        var plans =
                said.plans().entrySet().stream()
                        .filter(each -> each.getKey().contains("ArmResource"))
                        .filter(each -> each.getKey().contains(road.namespace + "/"))
                        .toList();
        assertThat(plans)
                .as(said.toString())
                .hasSize(all.size())
                .allMatch(each -> each.getValue().equals("unchanged"));
    }

    private void asTheSpecificationAsks(Path directory) {
        var report =
                OavRun.check(road.azure.control().writeExchanges(directory.resolve("arm.jsonl")));
        assertThat(report.requestErrors()).isEmpty();
        var judged =
                report.verdicts().stream()
                        .filter(each -> each.method().equals("PUT") && each.notCovered().isEmpty())
                        .map(OavRun.Verdict::url)
                        .toList();
        for (var each : all) {
            assertThat(judged)
                    .as("a PUT of %s that the validator has an opinion of", each.type())
                    .anyMatch(url -> url.contains("/" + azureName(each) + "?"));
        }
    }

    private String azureName(Typed of) {
        return Optional.ofNullable(
                        Serialization.unmarshal(of.yaml(), GenericKubernetesResource.class)
                                .<String>get("spec", "azureName"))
                .orElse(of.name());
    }

    private String id(Typed of) {
        return road.get(ArmResourceIT.API, "ArmResource", of.name()).get("status", "id");
    }

    private String shown(Typed of) {
        return road.azure(id(of), of.knob());
    }

    private String exported(Typed of) {
        var made = road.client().configMaps().inNamespace(road.namespace).withName(of.name()).get();
        return made == null ? "" : made.getData().getOrDefault("id", "");
    }

    private static JsonNode at(String pointer, String value) {
        var names = pointer.substring(1).split("/", -1);
        var text = value;
        for (int i = names.length - 1; i >= 0; i--) {
            text = "{\"%s\":%s}".formatted(names[i], text);
        }
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
