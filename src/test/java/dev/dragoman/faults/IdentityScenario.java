package dev.dragoman.faults;

import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.JwksSource;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A group of a namespace that has a workload identity of its own: made, edited, deleted. */
final class IdentityScenario extends AzureScenario {
    private static final String AUDIENCE = "api://AzureADTokenExchange";

    @Override
    public String name() {
        return "identity";
    }

    @Override
    public List<Kind> kinds() {
        return List.of(GROUP);
    }

    @Override
    public void play(Stage stage) {
        identity(stage);
        group(stage, "orders");
        stage.checkpoint("created");
        group(stage, "billing");
        stage.checkpoint("edited");
        deleteAll(stage);
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
}
