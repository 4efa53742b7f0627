package dev.dragoman.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Landing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is applied with {@code kubectl apply -k}, as the API server takes it. */
@Landing
class KustomizeIT {
    private static final Install INSTALL = Account.AZURE.on(SharedControlPlane.shared());
    private static final Path KUBERNETES = Path.of("kubernetes").toAbsolutePath();

    @TempDir Path overlay;

    @BeforeAll
    static void install() {
        // a dry run makes no namespaces for what comes after
        INSTALL.kindsAndRightsOnce(Install.sampleKinds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "crds", "samples"})
    void isAccepted(String directory) {
        var said = dryRun(KUBERNETES.resolve(directory));
        assertThat(said).isNotEmpty().allMatch(line -> line.endsWith("(server dry run)"));
    }

    /** An overlay of the base with one component. */
    private void component(String name) throws IOException {
        Files.writeString(
                overlay.resolve("kustomization.yaml"),
                """
                resources:
                - %s
                components:
                - %s
                """
                        .formatted(
                                overlay.relativize(KUBERNETES.resolve("base")),
                                overlay.relativize(KUBERNETES.resolve(name))));
    }

    @Test
    void anOverlayTrustsTheOperatorWithEverySecret() throws IOException {
        component("secrets-everywhere");
        assertThat(dryRun(overlay))
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "clusterrolebinding.rbac.authorization.k8s.io/dragoman-secrets "))
                .allMatch(line -> line.endsWith("(server dry run)"));
    }

    @Test
    void anOverlayHasTeams() throws IOException {
        component("teams");
        assertThat(dryRun(overlay))
                .anyMatch(line -> line.contains("/platforms.dragoman.dev "))
                .anyMatch(line -> line.contains("/teams.dragoman.dev "))
                .anyMatch(line -> line.contains("configmap/dragoman-teams-"))
                .allMatch(line -> line.endsWith("(server dry run)"));
        assertThat(INSTALL.kubectl(List.of("kustomize", overlay.toString())))
                .contains("value: /etc/dragoman/overlays,/etc/dragoman/teams");
    }

    @Test
    void anOverlayRunsBuildAgents() throws IOException {
        component("cdtargets");
        assertThat(dryRun(overlay))
                .anyMatch(line -> line.contains("/cdtargets.cnad.gofound.nl "))
                .anyMatch(line -> line.contains("/dragoman-cdtargets "))
                .allMatch(line -> line.endsWith("(server dry run)"));
        assertThat(INSTALL.kubectl(List.of("kustomize", overlay.toString())))
                .contains("name: DRAGOMAN_CDTARGETS\n          value: \"on\"");
    }

    @Test
    void anOverlayTakesChangeEvents() throws IOException {
        component("events");
        assertThat(dryRun(overlay)).allMatch(line -> line.endsWith("(server dry run)"));
        assertThat(INSTALL.kubectl(List.of("kustomize", overlay.toString())))
                .contains("port: 5671")
                .contains(
                        "key: DRAGOMAN_EVENTS_QUEUE\n              name: aso-controller-settings\n              optional: false");
    }

    @Test
    void anOverlayRunsDiscoveryServices() throws IOException {
        component("discovery");
        assertThat(dryRun(overlay))
                .anyMatch(line -> line.contains("/discoveryservices.operator.marin3r.3scale.net "))
                .anyMatch(line -> line.contains("/dragoman-discovery "))
                .allMatch(line -> line.endsWith("(server dry run)"));
        assertThat(INSTALL.kubectl(List.of("kustomize", overlay.toString())))
                .contains("name: DRAGOMAN_DISCOVERY\n          value: \"on\"");
    }

    @Test
    void anOverlayInjectsSidecars() throws IOException {
        component("sidecars");
        assertThat(dryRun(overlay))
                .anyMatch(line -> line.contains("/sidecars.dragoman.dev "))
                .anyMatch(line -> line.startsWith("service/dragoman-webhook "))
                .allMatch(line -> line.endsWith("(server dry run)"));
        assertThat(INSTALL.kubectl(List.of("kustomize", overlay.toString())))
                .contains("name: DRAGOMAN_WEBHOOK_PORT\n          value: \"9443\"")
                .contains("port: 9443");
    }

    /**
     * The patch of docs/recipes/builders.md, in an overlay with both components that start pods.
     */
    @Test
    void anOverlayWidensWhatAgentsMay() throws IOException {
        var page = Files.readString(Path.of("docs/recipes/builders.md"));
        var patches = page.substring(page.indexOf("patches:\n"), page.lastIndexOf("```"));
        Files.writeString(
                overlay.resolve("kustomization.yaml"),
                "resources: [%s]\ncomponents: [%s, %s]\n%s"
                        .formatted(
                                overlay.relativize(KUBERNETES.resolve("base")),
                                overlay.relativize(KUBERNETES.resolve("cdtargets")),
                                overlay.relativize(KUBERNETES.resolve("discovery")),
                                patches));
        assertThat(INSTALL.kubectl(List.of("kustomize", overlay.toString())))
                .containsOnlyOnce("expression: '[''builders'']'")
                .contains("- expression: '[''builders'']'\n    name: privileged");
        assertThat(dryRun(overlay))
                .anyMatch(
                        line ->
                                line.endsWith(
                                        "/dragoman-cdtargets serverside-applied (server dry run)"))
                .allMatch(line -> line.endsWith("(server dry run)"));
    }

    private static List<String> dryRun(Path directory) {
        return INSTALL.kubectl(
                        List.of(
                                "apply",
                                "--server-side",
                                "--force-conflicts",
                                "--dry-run=server",
                                "-k",
                                directory.toString()))
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("Warning: "))
                .toList();
    }
}
