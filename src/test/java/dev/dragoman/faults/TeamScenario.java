package dev.dragoman.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.composition.Bundles;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Team of the component kubernetes/teams: made, edited so that a service account comes and one
 * goes, and deleted with all that was made for it. Each run has its Team in its own namespace.
 */
final class TeamScenario implements Scenario, AutoCloseable {
    private static final Path FILES = Path.of("kubernetes/teams/overlays");
    private static final String VERSION = "dragoman.dev/v1alpha1";
    private static final String PLATFORM = "team-faults";
    private static final Kind TEAM = new Kind(VERSION, "Team");
    private static final Kind FEDERATION =
            new Kind("managedidentity.azure.com/v1api20230131", "FederatedIdentityCredential");

    private final Path directory;
    private final KubernetesClient client = SharedControlPlane.shared().client();
    private final List<GenericKubernetesResource> rights = new ArrayList<>();

    /** Makes the Platform of all runs. To be closed, which takes it away with the rights. */
    TeamScenario() {
        var plane = SharedControlPlane.shared();
        var own = Account.AZURE.namespace();
        Account.AZURE.install(plane);
        try (var files = Files.list(FILES)) {
            directory = Files.createTempDirectory("teams");
            for (var each : files.toList()) {
                var text = Files.readString(each).replace("dragoman-system", own);
                if (each.endsWith("teams.rules.yaml")) {
                    text = text.replaceFirst("(?s)^- rule[^\\n]*\\n  reason: WrongN.*?(?=- )", "");
                    assertThat(text).startsWith("- rule").doesNotContain("WrongNamespace");
                }
                Files.writeString(directory.resolve(each.getFileName()), text);
            }
            for (var each : List.of("platforms", "teams")) {
                var definition = Files.readString(FILES.resolve(each + ".definition.yaml"));
                var _ = new Install(plane).apply(definition, each + ".yaml");
                for (var right : Bundles.rights(directory, each, own).split("(?m)^---\\s*$", -1)) {
                    rights.add(Serialization.unmarshal(right, GenericKubernetesResource.class));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rights.forEach(each -> client.resource(each).forceConflicts().serverSideApply());
        var _ =
                client.resource(
                                new NamespaceBuilder()
                                        .withNewMetadata()
                                        .withName(PLATFORM)
                                        .endMetadata()
                                        .build())
                        .serverSideApply();
        var _ =
                new Install(plane)
                        .apply(
                                """
                                apiVersion: dragoman.dev/v1alpha1
                                kind: Platform
                                metadata: { name: %1$s }
                                spec:
                                  namespace: %1$s
                                  environment: snd
                                  subscriptionName: snd
                                  location: uksouth
                                  identities: { prefix: mid }
                                """
                                        .formatted(PLATFORM),
                                "platform.yaml");
    }

    @Override
    public String name() {
        return "team";
    }

    @Override
    public Map<String, String> environment() {
        return Map.of("DRAGOMAN_OVERLAYS", directory.toString());
    }

    @Override
    public List<String> namespaces(String run) {
        return List.of(run, space(run));
    }

    @Override
    public List<String> given(String run) {
        return List.of(run);
    }

    @Override
    public List<Kind> kinds() {
        return List.of(
                TEAM,
                AzureScenario.GROUP,
                new Kind(FEDERATION.apiVersion(), "UserAssignedIdentity"),
                FEDERATION,
                new Kind("authorization.azure.com/v1api20220401", "RoleAssignment"));
    }

    @Override
    public void play(Stage stage) {
        apply(stage, "web, worker");
        AzureScenario.ready(stage, TEAM);
        stage.checkpoint("made");
        apply(stage, "web, batch");
        AzureScenario.ready(stage, TEAM);
        stage.until("the federation of worker is gone", () -> !federated(stage, "worker"));
        assertThat(federated(stage, "batch")).isTrue();
        stage.checkpoint("edited");
        withdraw(stage);
        stage.until("the Team is gone", () -> withdrawn(stage));
        stage.until("the garbage collector took what was exported", () -> !exported(stage));
        stage.checkpoint("deleted");
        assertThat(stage.azure().resources()).noneMatch(id -> id.contains(stage.run));
        assertThat(stage.client().namespaces().withName(space(stage.run)).get()).isNotNull();
    }

    private static String space(String run) {
        return run + "-t";
    }

    private static void apply(Stage stage, String accounts) {
        stage.apply(
                stage.run,
                """
                apiVersion: %1$s
                kind: Team
                metadata: { name: %2$s }
                spec:
                  namespace: %3$s
                  resourceGroup: %2$s
                  serviceAccounts: [ %4$s ]
                  deletion: delete
                """
                        .formatted(VERSION, stage.run, space(stage.run), accounts));
    }

    private static boolean federated(Stage stage, String account) {
        return stage.client()
                        .genericKubernetesResources(FEDERATION.apiVersion(), FEDERATION.kind())
                        .inNamespace(stage.run)
                        .withName("mid-%s-team-%s".formatted(space(stage.run), account))
                        .get()
                != null;
    }

    private static boolean exported(Stage stage) {
        var name = space(stage.run) + "-mi-credential";
        return stage.client().configMaps().inNamespace(stage.run).withName(name).get() != null;
    }

    @Override
    public void withdraw(Stage stage) {
        AzureScenario.delete(stage, TEAM);
    }

    @Override
    public boolean withdrawn(Stage stage) {
        return AzureScenario.get(stage, TEAM) == null;
    }

    /** No operator looks after the Platform any more. */
    @Override
    public void close() {
        Stage.release(client.genericKubernetesResources(VERSION, "Platform").withName(PLATFORM));
        var _ = client.namespaces().withName(PLATFORM).delete();
        rights.forEach(each -> client.resource(each).delete());
    }
}
