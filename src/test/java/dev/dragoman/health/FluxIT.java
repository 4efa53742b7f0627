package dev.dragoman.health;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.DocumentedCommands;
import dev.dragoman.Operator;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Campaign;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of docs/aks-flux.md with Flux's own kustomize-controller. */
@Campaign
class FluxIT {
    private static final String OBJECTS = "fleet/dragoman/objects/orders.yaml";
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String ACCOUNTS = "storage.azure.com/v20230101";

    @TempDir private Path directory;
    private ControlPlane plane;
    private AzurePart.RunningAzure azure;
    private FluxRun flux;
    private Fleet fleet;
    private Operator operator;

    @BeforeEach
    void start() throws Exception {
        plane = ControlPlane.start(Options.defaults().withPods());
        azure = new AzurePart().start(plane);
        azure.azure().control().retryAfter(1);
        fleet = Fleet.write(plane, directory);
        flux = new FluxRun(plane, directory.resolve("flux"));
    }

    @AfterEach
    void stop() {
        stopOperator();
        flux.close();
        azure.close();
        plane.close();
    }

    private void startOperator() {
        var environment = new HashMap<>(azure.environment());
        environment.put("DRAGOMAN_LEADER_ELECTION", "false");
        environment.put("DRAGOMAN_MANAGEMENT_PORT", "0");
        environment.put("AZURE_SYNC_PERIOD", "5s");
        var kubeconfig = new Install(plane).operatorKubeconfig().toFile();
        operator =
                Operator.start(
                        Config.fromKubeconfig(kubeconfig),
                        environment,
                        Clock.systemUTC(),
                        () -> {});
    }

    private void stopOperator() {
        if (operator != null) {
            operator.close();
            operator = null;
        }
    }

    private Optional<GenericKubernetesResource> object(String api, String kind, String name) {
        return Optional.ofNullable(
                plane.client()
                        .genericKubernetesResources(api, kind)
                        .inNamespace("orders")
                        .withName(name)
                        .get());
    }

    private String inAzure(String path) {
        return "/subscriptions/%s/resourceGroups/%s"
                .formatted(azure.azure().subscriptionId(), path);
    }

    private boolean settings() {
        return plane.client()
                        .secrets()
                        .inNamespace("dragoman-system")
                        .withName("aso-controller-settings")
                        .get()
                != null;
    }

    private boolean defined(String kind) {
        return plane.client().apiextensions().v1().customResourceDefinitions().withName(kind).get()
                != null;
    }

    private void publishFleet() throws Exception {
        flux.publish("flux-system", directory.resolve("fleet"));
    }

    @Test
    void theWholeFromNothingToItsRemoval() throws Exception {
        installed();
        objectsAreWaitedFor();
        nothingIsWrittenAgain();
        aRefusedObjectEndsTheWait();
        aFileThatGoesTakesItsResourceAlong();
        aKustomizationThatGoesLeavesThem();
    }

    private void installed() throws Exception {
        // what bootstrap makes
        fleet.put(
                "flux-system.yaml",
                """
                apiVersion: source.toolkit.fluxcd.io/v1
                kind: GitRepository
                metadata: {name: flux-system, namespace: flux-system}
                spec: {url: "https://git.example.com/platform/fleet", interval: 1m}
                """);
        for (var each : List.of("flux-system.yaml", "fleet/clusters/production/dragoman.yaml")) {
            flux.kubectl("apply", "-f", directory.resolve(each).toString());
        }
        flux.publish("dragoman", directory.resolve("dragoman"));
        publishFleet();
        flux.reason("dragoman-crds", "ReconciliationSucceeded");
        flux.reason("dragoman", "ReconciliationSucceeded");
        assertThat(
                        plane.client()
                                .apps()
                                .deployments()
                                .inNamespace("dragoman-system")
                                .withName("dragoman")
                                .get()
                                .getStatus()
                                .getReadyReplicas())
                .isEqualTo(2);
        assertThat(flux.reason("dragoman-settings", "BuildFailed")).contains("platform-vars");
        assertThat(flux.reason("orders", "DependencyNotReady")).contains("dragoman-settings");
        assertThat(plane.client().namespaces().withName("orders").get()).isNull();
        assertThat(settings()).isFalse();
        var shell = Files.createDirectories(directory.resolve("shell"));
        DocumentedCommands.run(plane, shell, Fleet.variables(azure.environment()));
        flux.look("dragoman-settings");
        flux.applied("dragoman-settings");
        assertThat(
                        plane.client()
                                .secrets()
                                .inNamespace("dragoman-system")
                                .withName("aso-controller-settings")
                                .get()
                                .getData())
                .containsOnlyKeys("AZURE_SUBSCRIPTION_ID", "AZURE_TENANT_ID", "AZURE_CLIENT_ID")
                .containsEntry(
                        "AZURE_CLIENT_ID",
                        Base64.getEncoder()
                                .encodeToString(AzurePart.CLIENT.getBytes(StandardCharsets.UTF_8)));
    }

    private void objectsAreWaitedFor() throws Exception {
        await().until(() -> object(ACCOUNTS, "StorageAccount", "ordersdragoman").isPresent());
        // without an operator nothing is Ready, though no object has a condition
        await().during(Duration.ofSeconds(5))
                .until(() -> !"True".equals(flux.ready("orders").get("status")));
        assertThat(
                        object(GROUPS, "ResourceGroup", "orders")
                                .orElseThrow()
                                .<Integer>get("status", "observedGeneration"))
                .isEqualTo(-1);
        startOperator();
        flux.applied("orders");
        for (var each :
                List.of(
                        object(GROUPS, "ResourceGroup", "orders"),
                        object(ACCOUNTS, "StorageAccount", "ordersdragoman"))) {
            List<Map<String, Object>> conditions = each.orElseThrow().get("status", "conditions");
            assertThat(conditions)
                    .singleElement()
                    .satisfies(ready -> assertThat(ready).containsEntry("status", "True"));
        }
        assertThat(
                        azure.azure()
                                .control()
                                .get(inAzure("orders"))
                                .orElseThrow()
                                .at("/location")
                                .asText())
                .isEqualTo("westeurope");
    }

    /** Flux does not take away what the operator writes, nor the other way round. */
    private void nothingIsWrittenAgain() throws Exception {
        var before = object(GROUPS, "ResourceGroup", "orders").orElseThrow();
        publishFleet();
        flux.applied("orders");
        var after = object(GROUPS, "ResourceGroup", "orders").orElseThrow();
        assertThat(after.getMetadata().getGeneration())
                .isEqualTo(before.getMetadata().getGeneration());
        assertThat(after.getMetadata().getResourceVersion())
                .isEqualTo(before.getMetadata().getResourceVersion());
    }

    private void aRefusedObjectEndsTheWait() throws Exception {
        azure.azure()
                .control()
                .fail(1000, "PUT .*/orders$", 400, "LocationRequired", "a place is missing");
        var text = fleet.text(OBJECTS);
        fleet.put(
                OBJECTS,
                text.replace(
                        "  location: ${LOCATION}\n---",
                        "  location: ${LOCATION}\n  tags: {team: orders}\n---"));
        publishFleet();
        assertThat(flux.reason("orders", "HealthCheckFailed"))
                .as("long before the timeout of 30 minutes")
                .contains("ResourceGroup/orders/orders")
                .contains("Failed");
        azure.azure().control().clearFaults();
        fleet.put(
                OBJECTS,
                text.replace(
                        "  location: ${LOCATION}\n---",
                        "  location: ${LOCATION}\n  tags: {team: others}\n---"));
        publishFleet();
        flux.applied("orders");
    }

    private void aFileThatGoesTakesItsResourceAlong() throws Exception {
        var account = inAzure("orders/providers/Microsoft.Storage/storageAccounts/ordersdragoman");
        assertThat(azure.azure().control().get(account)).isPresent();
        var text = fleet.text(OBJECTS);
        fleet.put(OBJECTS, text.substring(0, text.lastIndexOf("---")));
        publishFleet();
        flux.applied("orders");
        await().until(() -> object(ACCOUNTS, "StorageAccount", "ordersdragoman").isEmpty());
        assertThat(azure.azure().control().get(account)).isEmpty();
    }

    private void aKustomizationThatGoesLeavesThem() throws Exception {
        var deletions = azure.azure().control().count("DELETE");
        for (var each : List.of("orders", "dragoman-settings", "dragoman-crds")) {
            flux.delete(each);
        }
        assertThat(
                        object(GROUPS, "ResourceGroup", "orders")
                                .orElseThrow()
                                .getMetadata()
                                .getDeletionTimestamp())
                .isNull();
        assertThat(defined("resourcegroups.resources.azure.com")).isTrue();
        stopOperator();
        flux.delete("dragoman");
        var deployments = plane.client().apps().deployments().inNamespace("dragoman-system");
        await().until(() -> deployments.withName("dragoman").get() == null);
        assertThat(settings()).isTrue();
        assertThat(
                        plane.client()
                                .namespaces()
                                .withName("dragoman-system")
                                .get()
                                .getMetadata()
                                .getDeletionTimestamp())
                .isNull();
        assertThat(defined("cdtargets.cnad.gofound.nl")).isTrue();
        assertThat(defined("discoveryservices.operator.marin3r.3scale.net")).isTrue();
        assertThat(object(GROUPS, "ResourceGroup", "orders")).isPresent();
        assertThat(azure.azure().control().count("DELETE")).isEqualTo(deletions);
    }
}
