package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.composition.Bundles;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Values that a line waits for: late, changing, vanishing; and lines that come and go. */
@Full
@ResourceLock("bundles")
class CompositionValuesIT {
    private static final String REGION = "example.org/region";

    @TempDir private Path directory;
    private Road road;

    @BeforeEach
    void prepare() throws IOException {
        road = new Road("values");
        try (var files = Files.list(Path.of("src/test/resources/compositions/bundles"))) {
            for (var each : files.toList()) {
                var _ = Files.copy(each, directory.resolve(each.getFileName()));
            }
        }
        // other operators of the same API server have this kind too
        change(
                "bundles.camel.yaml",
                "kinds: \"bundles.example.org/Bundle\"",
                "kinds: \"bundles.example.org/Bundle\", namespace: " + road.namespace);
        road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
        // that watches are compared with lists now and then has its own tests
        road.environment.put("DRAGOMAN_WATCH_PROBE_PERIOD", "1h");
        Bundles.install(road.plane, road.account.namespace());
    }

    @AfterEach
    void stop() {
        road.close();
        Bundles.revoke(road.plane, road.account.namespace());
    }

    private void change(String file, String from, String to) throws IOException {
        var path = directory.resolve(file);
        var text = Files.readString(path);
        assertThat(text).contains(from);
        Files.writeString(path, text.replace(from, to));
    }

    private void apply(String value, int pods, Integer... ports) {
        var _ =
                road.client()
                        .resource(Bundles.object(road.namespace, value, pods, ports))
                        .fieldManager("user")
                        .forceConflicts()
                        .serverSideApply();
    }

    private ConfigMap map(String name) {
        return road.client().configMaps().inNamespace(road.namespace).withName(name).get();
    }

    private void annotate(String value) {
        var object =
                Serialization.unmarshal(
                        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shop-settings, namespace: %s, annotations: {%s}}"
                                .formatted(
                                        road.namespace,
                                        value.isEmpty() ? "" : REGION + ": " + value),
                        GenericKubernetesResource.class);
        var _ = road.client().resource(object).fieldManager("people").serverSideApply();
    }

    @Test
    void aLineWaitsForItsValueAndFollowsIt() throws IOException {
        change(
                "bundles.summary.object.yaml",
                "settings: ${settings.data.value}",
                "region: ${settings.metadata.annotations['%s']}".formatted(REGION));
        road.start();
        apply("first", 2, 80);
        var waiting = road.reason(Bundles.API_VERSION, Bundles.KIND, "shop", "Waiting");
        assertThat(String.valueOf(waiting.get("message")))
                .isEqualTo(
                        "the line summary waits: settings has no metadata.annotations['%s'] yet"
                                .formatted(REGION));
        assertThat(map("shop-settings")).isNotNull();
        assertThat(map("shop-summary")).isNull();
        nothingPolls();

        annotate("north");
        road.ready("bundle/shop");
        assertThat(map("shop-summary").getData()).containsEntry("region", "north");
        annotate("south");
        await().untilAsserted(
                        () ->
                                assertThat(map("shop-summary").getData())
                                        .containsEntry("region", "south"));
        annotate("");
        var _ = road.reason(Bundles.API_VERSION, Bundles.KIND, "shop", "Waiting");
        assertThat(map("shop-summary").getData()).containsEntry("region", "south");
        assertThat(map("shop-summary").getMetadata().getDeletionTimestamp()).isNull();
    }

    /** Once the echoes of the last writes are over, nothing is asked for. */
    private void nothingPolls() {
        await().until(() -> requests(Duration.ofSeconds(3)).isEmpty());
        assertThat(requests(Duration.ofSeconds(20))).isEmpty();
    }

    /** What is asked for as the composition's account in that time, besides watches. */
    private List<String> requests(Duration during) {
        var since = road.plane.audit().mark();
        await(during.multipliedBy(3)).pollDelay(during).until(() -> true);
        return road.requests(since).stream()
                .filter(each -> !each.verb().equals("watch"))
                .filter(
                        each ->
                                each.json()
                                        .path("impersonatedUser")
                                        .path("username")
                                        .asText()
                                        .endsWith("dragoman-bundles"))
                .map(each -> each.verb() + " " + each.resource() + " " + each.name())
                .toList();
    }

    @Test
    void aTypoIsNamedAndTheOtherLinesGoOn() throws IOException {
        change("bundles.settings.object.yaml", "object.spec.value", "object.spec.valeu");
        road.start();
        apply("first", 2, 80);
        var shown = road.reason(Bundles.API_VERSION, Bundles.KIND, "shop", "InvalidTemplate");
        assertThat(String.valueOf(shown.get("message")))
                .contains("bundles.settings.object.yaml:7: ", "object.spec.valeu");
        assertThat(road.client().services().inNamespace(road.namespace).list().getItems())
                .hasSize(1);
    }

    @Test
    void linesComeAndGo() throws IOException {
        road.start();
        apply("first", 2, 80, 81);
        road.ready("bundle/shop");
        assertThat(road.client().limitRanges().inNamespace(road.namespace).list().getItems())
                .hasSize(1);
        road.stop();
        Files.delete(directory.resolve("bundles.policy.object.yaml"));
        change(
                "bundles.camel.yaml",
                "        - to: { uri: \"kubernetes-object:bundles.policy\" }\n",
                "");
        Files.writeString(
                directory.resolve("bundles.more.object.yaml"),
                """
                object:
                  apiVersion: v1
                  kind: ConfigMap
                  metadata: { name: "${object.metadata.name}-more" }
                  data: { port: "${port[0].metadata.name}" }
                """);
        change(
                "bundles.camel.yaml",
                "        - to: { uri: \"kubernetes-object:bundles.summary\" }\n",
                "        - to: { uri: \"kubernetes-object:bundles.summary\" }\n        - to: { uri: \"kubernetes-object:bundles.more\" }\n");
        road.start();
        await().untilAsserted(() -> assertThat(map("shop-more")).isNotNull());
        await().untilAsserted(
                        () ->
                                assertThat(
                                                road.client()
                                                        .network()
                                                        .v1()
                                                        .networkPolicies()
                                                        .inNamespace(road.namespace)
                                                        .list()
                                                        .getItems())
                                        .isEmpty());
        assertThat(map("shop-more").getData()).isEqualTo(Map.of("port", "shop-80"));
    }

    /** Nobody has asked for the removal of what was made: not of its Azure resources either. */
    @Test
    void whatWasMadeStaysWhenTheDefinitionGoes() throws IOException {
        var definition =
                Files.readString(
                        Path.of("src/test/resources/compositions/bundles.definition.yaml"));
        road.apply(definition.replace("bundles.example.org", "going.example.org"));
        change("bundles.camel.yaml", "bundles.example.org", "going.example.org");
        road.grant(Bundles.rights(directory, "bundles", road.account.namespace()));
        road.start();
        road.applyServed(
                """
                apiVersion: going.example.org/v1
                kind: Bundle
                metadata: {name: shop}
                spec: {value: first, pods: 2, ports: [80]}
                """);
        road.ready("bundles.going.example.org/shop");
        road.client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("bundles.going.example.org")
                .delete();
        await().until(
                        () ->
                                road.client()
                                                .apiextensions()
                                                .v1()
                                                .customResourceDefinitions()
                                                .withName("bundles.going.example.org")
                                                .get()
                                        == null);
        assertThat(map("shop-settings").getMetadata().getOwnerReferences()).isEmpty();
        assertThat(map("shop-summary").getMetadata().getDeletionTimestamp()).isNull();
        assertThat(road.client().services().inNamespace(road.namespace).list().getItems())
                .hasSize(1)
                .allSatisfy(each -> assertThat(each.getMetadata().getOwnerReferences()).isEmpty());
        road.revoke();
    }
}
