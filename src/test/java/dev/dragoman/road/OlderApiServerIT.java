package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.Patience;
import dev.dragoman.cluster.Account;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.tier.Campaign;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The oldest Kubernetes that docs/install.md names, which has no MutatingAdmissionPolicy: the kinds
 * without it, the operator with its rights, and vending. In the campaign, because Go builds an API
 * server for it.
 */
@Campaign
@OwnCounts(by = "an API server")
class OlderApiServerIT {
    private static final String MINOR = "1.30";
    private static final String VERSION = "v20230101";

    @TempDir private Path directory;

    @Test
    void theOldestKubernetesServesTheKindsAndVending() throws Exception {
        try (var plane = ControlPlane.start(Options.defaults().withKubernetes(MINOR))) {
            var version = plane.client().getKubernetesVersion();
            assertThat(version.getMajor() + "." + version.getMinor()).isEqualTo(MINOR);
            var install = new Install(plane);
            assertThat(
                            install.kubectl(
                                    List.of(
                                            "api-resources",
                                            "--api-group=admissionregistration.k8s.io")))
                    .contains("validatingadmissionpolicies")
                    .doesNotContain("mutatingadmissionpolicies");

            install.kindsAndRightsWithoutPolicyOnce(Install.sampleKinds());
            install.vending();
            // whose policies it has to take, with all that they ask
            install.cdtargets();
            install.certificates();
            install.discovery();
            assertThat(install.kubectl(List.of("apply", "-k", "kubernetes/base")))
                    .contains("deployment.apps/dragoman created");
            bound(install);
            try (var road = new Road("older", plane)) {
                road.kindsServed();
                lives(road);
            }
        }
    }

    /** Both policies can be evaluated here, so that they say why. */
    private static void bound(Install install) {
        var owners =
                Map.of(
                        "[]",
                        "only what belongs to a CDTarget",
                        "[ { apiVersion: operator.marin3r.3scale.net/v1alpha1, kind: DiscoveryService, name: a, uid: a, controller: true } ]",
                        "runs no discovery services in the namespaces of the cluster");
        owners.forEach(
                (owner, said) ->
                        await().untilAsserted(
                                        () ->
                                                assertThatThrownBy(() -> stolen(install, owner))
                                                        .hasMessageContaining(said)));
    }

    private static String stolen(Install install, String owners) {
        return install.apply(
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: { name: stolen, namespace: kube-system, ownerReferences: %s }
                spec:
                  selector: { matchLabels: { app: stolen } }
                  template:
                    metadata: { labels: { app: stolen } }
                    spec: { containers: [ { name: c, image: c, securityContext: { privileged: true } } ] }
                """
                        .formatted(owners),
                "stolen.yaml",
                "--server-side",
                "--dry-run=server",
                "--as=" + Account.AZURE.user());
    }

    private void lives(Road road) throws Exception {
        var mark = road.plane.audit().mark();
        var settings = Map.of("DRAGOMAN_NAMESPACES", "on", "AZURE_SYNC_PERIOD", "5s");
        try (var operator = new Observed(road, directory, settings)) {
            await().until(operator::ready);
            road.apply(Samples.group("orders", "orders"));
            road.apply(Samples.account(VERSION, "olderaccount", "Hot"));
            road.ready("storageaccount/olderaccount");
            var id =
                    road.group("orders")
                            + "/providers/Microsoft.Storage/storageAccounts/olderaccount";
            assertThat(road.azure(id, "/properties/accessTier")).isEqualTo("Hot");
            assertThat(road.puts("/olderaccount").getLast().url())
                    .as("the version that was applied, which no policy noted")
                    .contains("api-version=2023-01-01");

            road.apply(Samples.account(VERSION, "olderaccount", "Cool"));
            await().untilAsserted(
                            () ->
                                    assertThat(road.azure(id, "/properties/accessTier"))
                                            .isEqualTo("Cool"));
            road.ready("storageaccount/olderaccount");

            var _ = road.kubectl("delete", "storageaccount/olderaccount", Patience.timeout());
            assertThat(road.azure.control().get(id)).isEmpty();
            vends(road);
            assertThat(operator.ready()).isTrue();
            assertThat(operator.log()).noneMatch(line -> line.startsWith("ERROR"));
        }
        assertThat(road.plane.audit().since(mark, e -> e.user().equals(Account.AZURE.user())))
                .as("requests that were refused")
                .noneMatch(e -> e.code() == 403);
    }

    private static void vends(Road road) {
        var _ =
                road.install.apply(
                        Install.manifest("samples/namespace-request.yaml"), "request.yaml");
        await().until(
                        () ->
                                road.client()
                                                .secrets()
                                                .inNamespace("nsplease-requests")
                                                .withName("nsp-hello-there")
                                                .get()
                                        != null);
    }
}
