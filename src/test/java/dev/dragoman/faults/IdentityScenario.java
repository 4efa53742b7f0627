package dev.dragoman.faults;

import dev.dragoman.sandbox.azure.Client;
import dev.dragoman.sandbox.azure.JwksSource;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A group of a namespace that has a workload identity of its own: made, edited, deleted. */
final class IdentityScenario implements Scenario {
    private static final String GROUPS = "resources.azure.com/v1api20200601";
    private static final String KIND = "ResourceGroup";
    private static final String AUDIENCE = "api://AzureADTokenExchange";

    @Override
    public String name() {
        return "identity";
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public List<String> namespaces(String run) {
        return List.of(run);
    }

    @Override
    public List<Kind> kinds() {
        return List.of(new Kind(GROUPS, KIND));
    }

    @Override
    public void play(Stage stage) {
        identity(stage);
        apply(stage, "orders");
        stage.until("the group is Ready", () -> ready(stage));
        stage.checkpoint("created");
        apply(stage, "billing");
        stage.until("the group is Ready again", () -> ready(stage));
        stage.checkpoint("edited");
        withdraw(stage);
        stage.until("the group is gone", () -> withdrawn(stage));
        stage.checkpoint("deleted");
    }

    /** Its client id names the run, so that requests for its tokens do too. */
    private static void identity(Stage stage) {
        var plane = SharedControlPlane.shared();
        var client = stage.run + "-client";
        var subscription =
                UUID.nameUUIDFromBytes(stage.run.getBytes(StandardCharsets.UTF_8)).toString();
        stage.azure().subscription(subscription);
        stage.azure()
                .client(
                        Client.federated(
                                        client,
                                        plane.issuer(),
                                        "system:serviceaccount:%s:dragoman-azure"
                                                .formatted(stage.run),
                                        AUDIENCE,
                                        JwksSource.http(
                                                plane.server().resolve("/openid/v1/jwks"),
                                                plane.caFile(),
                                                () -> ""))
                                .within("/subscriptions/" + subscription));
        var _ =
                stage.client()
                        .resource(
                                new ServiceAccountBuilder()
                                        .withNewMetadata()
                                        .withName("dragoman-azure")
                                        .withNamespace(stage.run)
                                        .endMetadata()
                                        .build())
                        .create();
        var _ =
                stage.client()
                        .resource(
                                new SecretBuilder()
                                        .withNewMetadata()
                                        .withName("aso-credential")
                                        .withNamespace(stage.run)
                                        .endMetadata()
                                        .withStringData(
                                                Map.of(
                                                        "AZURE_SUBSCRIPTION_ID",
                                                        subscription,
                                                        "AZURE_TENANT_ID",
                                                        stage.tenant(),
                                                        "AZURE_CLIENT_ID",
                                                        client))
                                        .build())
                        .create();
    }

    private static void apply(Stage stage, String team) {
        stage.apply(
                stage.run,
                """
                apiVersion: %s
                kind: ResourceGroup
                metadata: {name: %s}
                spec:
                  location: westeurope
                  tags: {team: %s}
                """
                        .formatted(GROUPS, stage.run, team));
    }

    private static GenericKubernetesResource get(Stage stage) {
        return stage.client()
                .genericKubernetesResources(GROUPS, KIND)
                .inNamespace(stage.run)
                .withName(stage.run)
                .get();
    }

    private static boolean ready(Stage stage) {
        var object = get(stage);
        List<Map<String, Object>> conditions =
                object == null ? null : object.get("status", "conditions");
        return conditions != null
                && conditions.stream()
                        .anyMatch(
                                each ->
                                        "Ready".equals(each.get("type"))
                                                && "True".equals(each.get("status"))
                                                && each.get("observedGeneration")
                                                        instanceof Number seen
                                                && seen.longValue()
                                                        == object.getMetadata().getGeneration());
    }

    @Override
    public void withdraw(Stage stage) {
        var _ =
                stage.client()
                        .genericKubernetesResources(GROUPS, KIND)
                        .inNamespace(stage.run)
                        .withName(stage.run)
                        .delete();
    }

    @Override
    public boolean withdrawn(Stage stage) {
        return get(stage) == null;
    }
}
