package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.CapturedLog;
import dev.dragoman.Patience;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Routes of a platform team that write: the examples of docs/overlays.md, in the operator. */
@Full
class OverlayRoutesIT {
    private static final Pattern EXAMPLE =
            Pattern.compile("(?s)```yaml\\n# (\\S+?)(?::[^\\n]*)?\\n(.*?)```");
    private static final String MAP =
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: orders, labels: {team: blue}}}";

    @TempDir private Path directory;
    private Road road;

    @BeforeEach
    void prepare() {
        road = new Road("routes");
        road.environment.put("DRAGOMAN_OVERLAYS", directory.toString());
    }

    @AfterEach
    void stop() {
        road.close();
    }

    @Test
    void applyMakesAnObjectThatGoesWithItsOwner() throws IOException {
        start("facts.camel.yaml");
        eventually(
                () -> {
                    var made = map("orders-facts");
                    assertThat(made).isNotNull();
                    assertThat(made.getData()).containsExactly(Map.entry("team", "blue"));
                    assertThat(made.getMetadata().getOwnerReferences())
                            .singleElement()
                            .satisfies(owner -> assertThat(owner.getName()).isEqualTo("orders"));
                    assertThat(made.getMetadata().getManagedFields())
                            .extracting("manager")
                            .containsExactly("team-facts");
                });
    }

    @Test
    void eventIsRecorded() throws IOException {
        start("seen.camel.yaml");
        eventually(
                () ->
                        assertThat(
                                        road.client()
                                                .events()
                                                .v1()
                                                .events()
                                                .inNamespace(road.namespace)
                                                .list()
                                                .getItems())
                                .filteredOn(e -> "orders".equals(e.getRegarding().getName()))
                                .singleElement()
                                .satisfies(
                                        e -> {
                                            assertThat(e.getReason()).isEqualTo("SeenByTeam");
                                            assertThat(e.getNote())
                                                    .isEqualTo("the team's route has seen it");
                                        }));
    }

    @Test
    void finalizerComesAndGoes() throws IOException {
        start("cleanup.camel.yaml");
        eventually(
                () ->
                        assertThat(map("orders").getMetadata().getFinalizers())
                                .containsExactly("team.example.com/cleanup"));
        var _ = road.kubectl("delete", "configmap/orders", Patience.timeout());
        assertThat(map("orders")).isNull();
    }

    @Test
    void statusIsWrittenWhenTheRightsAreThere() throws IOException {
        Files.writeString(directory.resolve("widgets.camel.yaml"), example("widgets.camel.yaml"));
        var rights = example("rights").replace("team-widgets", "team-widgets-" + road.namespace);
        road.apply(
                """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: widgets.team.example.com}
                spec:
                  group: team.example.com
                  scope: Namespaced
                  names: {kind: Widget, plural: widgets}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    subresources: {status: {}}
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """);
        try (var log = new CapturedLog(road, "dev.dragoman.camel.reconcile")) {
            // all but the right to write
            var half = rights.replaceFirst("(?m)^.*widgets/status.*\\n", "");
            assertThat(half).isNotEqualTo(rights);
            road.apply(half);
            eventually(
                    () ->
                            road.apply(
                                    "{apiVersion: team.example.com/v1, kind: Widget, metadata: {name: w}}"));
            road.start();
            eventually(
                    () ->
                            assertThat(log.lines())
                                    .anySatisfy(
                                            line ->
                                                    assertThat(line)
                                                            .contains("Forbidden: ")
                                                            .contains("cannot patch")
                                                            .contains("widgets/status")
                                                            .contains("ClusterRole")));
            road.apply(rights);
            eventually(
                    () -> {
                        Object phase =
                                road.get("team.example.com/v1", "Widget", "w")
                                        .get("status", "phase");
                        assertThat(phase).isEqualTo("Ready");
                    });
        } finally {
            road.stop();
            var _ = road.kubectl("delete", "crd", "widgets.team.example.com");
            var _ =
                    road.kubectl(
                            "delete",
                            "clusterrole,clusterrolebinding",
                            "team-widgets-" + road.namespace);
        }
    }

    /** One watch, two routes: the team's sees what the operator's own has made. */
    @Test
    void aRouteStandsBesideTheOneThatMakesTheResource() throws IOException {
        // other tests' accounts are not ours
        var route =
                example("network.camel.yaml")
                        .replace(
                                "storage.azure.com/StorageAccount }",
                                "storage.azure.com/StorageAccount, namespace: "
                                        + road.namespace
                                        + " }");
        assertThat(route).contains(road.namespace);
        Files.writeString(directory.resolve("network.camel.yaml"), route);
        // another test may have installed the policy of vending
        var _ =
                road.install.kubectl(
                        java.util.List.of(
                                "label",
                                "namespace",
                                road.namespace,
                                "dragoman.dev/allow-networkpolicies=true"));
        var rights =
                example("network-rights").replace("team-network", "team-network-" + road.namespace);
        road.apply(rights);
        try {
            road.start();
            road.apply(Samples.group("orders", "orders"));
            road.apply(Samples.exporting("beside", "exported"));
            road.ready("storageaccount/beside");
            eventually(
                    () ->
                            assertThat(
                                            road.get(
                                                    "networking.k8s.io/v1",
                                                    "NetworkPolicy",
                                                    "beside-egress"))
                                    .isNotNull());
        } finally {
            road.stop();
            var _ =
                    road.kubectl(
                            "delete",
                            "clusterrole,clusterrolebinding",
                            "team-network-" + road.namespace);
        }
    }

    /** It would be compared in an hour otherwise. */
    @Test
    void whatWasChangedInAzureIsRepairedWhenARouteSaysSo() throws IOException {
        Files.writeString(directory.resolve("news.camel.yaml"), example("news.camel.yaml"));
        road.start();
        road.apply(Samples.group("orders", "orders"));
        road.ready("resourcegroup/orders");
        String id =
                road.get("resources.azure.com/v1api20200601", "ResourceGroup", "orders")
                        .get("status", "id");
        var _ =
                road.azure
                        .control()
                        .mutate(
                                id,
                                new ObjectMapper().readTree("{\"tags\":{\"team\":\"nobody\"}}"));
        road.apply(
                """
                {apiVersion: v1, kind: ConfigMap, metadata: {name: news}, data: {changed: "%s"}}
                """
                        .formatted(id.toLowerCase(Locale.ROOT)));
        eventually(
                () ->
                        assertThat(road.azure.control().get(id).orElseThrow().toString())
                                .doesNotContain("nobody"));
    }

    @Test
    void whatTheOperatorMayNotDoIsNamed() throws IOException {
        var text =
                example("facts.camel.yaml")
                        .replace("kind,ConfigMap,", "kind,Service,")
                        .replace(",data,${variable.data}", "");
        Files.writeString(directory.resolve("facts.camel.yaml"), text);
        try (var log = new CapturedLog(road, "dev.dragoman.camel.reconcile")) {
            road.start();
            road.apply(MAP);
            eventually(
                    () ->
                            assertThat(log.lines())
                                    .anySatisfy(
                                            line ->
                                                    assertThat(line)
                                                            .contains("Forbidden: ")
                                                            .contains("services")
                                                            .contains("cannot get")
                                                            .contains("ClusterRole")));
        }
        assertThat(road.get("v1", "Service", "orders-facts")).isNull();
    }

    private void start(String file) throws IOException {
        Files.writeString(directory.resolve(file), example(file));
        road.start();
        road.apply(MAP);
    }

    /** As it is documented, for the namespace of this scenario. */
    private String example(String file) throws IOException {
        var found = EXAMPLE.matcher(Files.readString(Path.of("docs/overlays.md")));
        while (found.find()) {
            if (found.group(1).equals(file)) {
                return found.group(2).replace("namespace: team-a", "namespace: " + road.namespace);
            }
        }
        throw new AssertionError("docs/overlays.md has no example " + file);
    }

    private ConfigMap map(String name) {
        return road.client().configMaps().inNamespace(road.namespace).withName(name).get();
    }

    private static void eventually(ThrowingRunnable holds) {
        await().untilAsserted(holds);
    }
}
