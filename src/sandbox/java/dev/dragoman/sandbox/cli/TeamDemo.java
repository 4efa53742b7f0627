package dev.dragoman.sandbox.cli;

import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.entra.Client;
import dev.dragoman.sandbox.azure.entra.JwksSource;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.ControlPlaneException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Shows that one apply sets up two teams, that a team makes a storage account as its own identity,
 * and that it may make none in another team's group.
 */
final class TeamDemo {
    private static final String SAMPLE = "teams.yaml";
    private static final String PLATFORM = "platform";
    private static final String PROOF = "dragoman-azure";

    private final ControlPlane plane;
    private final Install install;
    private final AzureSandbox azure;
    private final NamespaceDemo.Patience patience;
    private final Consumer<String> say;

    TeamDemo(
            ControlPlane plane,
            Install install,
            AzureSandbox azure,
            NamespaceDemo.Patience patience,
            Consumer<String> say) {
        this.plane = plane;
        this.install = install;
        this.azure = azure;
        this.patience = patience;
        this.say = say;
    }

    void run() {
        kubectl("create", "namespace", PLATFORM);
        kubectl("create", "serviceaccount", PROOF, "-n", PLATFORM);
        // the identities of Teams export their ids here
        kubectl(Install.grantCommand(PLATFORM).toArray(String[]::new));
        var yaml =
                Install.manifest("samples/" + SAMPLE)
                        .replace("TENANT_ID", azure.tenantId())
                        .replace("SUBSCRIPTION_ID", azure.subscriptionId())
                        .replace("CLIENT_ID", identity());
        say.accept(
                "kubectl apply -n %s -f %s     # a Platform and two Teams".formatted(PLATFORM, SAMPLE));
        ready(PLATFORM, yaml, SAMPLE);
        say.accept("Team red makes a storage account as its own identity:");
        ready("red", account("redfiles", "red"), "account.yaml");
        say.accept("Team blue may not make one in the group of team red:");
        try {
            var _ = install.apply(account("bluefiles", "red"), "account.yaml", "-n", "blue");
        } catch (ControlPlaneException refused) {
            var why = refused.getMessage().replaceFirst("(?s).*denied request: ", "");
            say.accept("  | " + why.replaceFirst("(?s): the owner.*", ": the owner is none of its own"));
            return;
        }
        throw new DemoFailed("team blue made a storage account in the group of team red");
    }

    private void kubectl(String... arguments) {
        say.accept("kubectl " + String.join(" ", arguments));
        var _ = install.kubectl(List.of(arguments));
    }

    /** What Azure must know of the platform's own identity: its federated credential. */
    private String identity() {
        var client = UUID.randomUUID().toString();
        var keys =
                JwksSource.http(
                        plane.server().resolve("/openid/v1/jwks"), plane.caFile(), () -> "");
        var subject = "system:serviceaccount:%s:%s".formatted(PLATFORM, PROOF);
        azure.control()
                .client(
                        Client.federated(
                                        client,
                                        plane.issuer(),
                                        subject,
                                        "api://AzureADTokenExchange",
                                        keys)
                                .within("/subscriptions/" + azure.subscriptionId()));
        return client;
    }

    private void ready(String namespace, String yaml, String file) {
        var applied = AppliedObjects.apply(plane, install, namespace, yaml, file, say);
        patience.until(applied::allReady, applied::why);
        say.accept(Demo.step("All of " + file, "", "Ready", applied.began()));
    }

    private String account(String name, String team) {
        return """
        apiVersion: storage.azure.com/v1api20230101
        kind: StorageAccount
        metadata:
          name: %s
        spec:
          owner:
            armId: /subscriptions/%s/resourceGroups/rg-%s
          location: westeurope
          kind: StorageV2
          sku:
            name: Standard_LRS
        """
                .formatted(name, azure.subscriptionId(), team);
    }
}
