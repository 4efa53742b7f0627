package dev.dragoman.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.health.HealthChecks;
import dev.dragoman.health.Judge;
import dev.dragoman.health.Revisions;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** How kstatus, Flux and Argo CD read discovery services and certificates at every revision. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("certificates")
@ResourceLock("vending")
class DiscoveryHealthIT {
    private static final String SERVICE = DiscoveryNames.KIND;
    private static final String CERTIFICATE = DiscoveryNames.CERTIFICATE;

    @TempDir private Path directory;
    private DiscoveryCluster cluster;
    private Revisions revisions;
    private Judge judge;

    @BeforeEach
    void watch() throws Exception {
        cluster = new DiscoveryCluster();
        String[] kinds = {
            DiscoveryNames.API_VERSION + "/" + SERVICE,
            DiscoveryNames.API_VERSION + "/" + CERTIFICATE
        };
        revisions = new Revisions(cluster.client(), cluster.namespace, kinds);
        judge = new Judge(directory, kinds);
    }

    @AfterEach
    void stop() {
        revisions.close();
        cluster.close();
    }

    private List<GenericKubernetesResource> deleted(String kind, String name) {
        cluster.kubectl("delete", kind.toLowerCase(java.util.Locale.ROOT), name);
        await().atMost(DiscoveryCluster.PATIENCE)
                .until(
                        () ->
                                revisions
                                                .of(kind, name)
                                                .getLast()
                                                .getMetadata()
                                                .getDeletionTimestamp()
                                        != null);
        return revisions.of(kind, name);
    }

    @Test
    void aServiceFromCreationOverAnEditToDeletion() throws Exception {
        cluster.apply(DiscoveryCluster.SERVICE);
        await().atMost(DiscoveryCluster.PATIENCE)
                .until(() -> !revisions.of(SERVICE, "xds").isEmpty());
        cluster.start();
        cluster.runs("xds");
        cluster.apply(DiscoveryCluster.SERVICE.replace("v0.13.3", "v0.13.2"));
        await().atMost(DiscoveryCluster.PATIENCE)
                .ignoreExceptions()
                .untilAsserted(
                        () -> {
                            cluster.ready();
                            assertThat(cluster.condition("xds", "Ready"))
                                    .containsEntry("status", "True")
                                    .containsEntry("observedGeneration", 2);
                        });
        var service = deleted(SERVICE, "xds");
        assertThat(HealthChecks.read(judge, service))
                .containsExactly(
                        "InProgress Current InProgress Current Terminating",
                        "InProgress Current InProgress Current",
                        "Progressing Healthy Progressing Healthy Progressing");
        HealthChecks.withoutTheField(judge, service);
        assertThat(HealthChecks.read(judge, revisions.of(CERTIFICATE, "marin3r-ca-cert-xds")))
                .first()
                .asString()
                .startsWith("InProgress Current");
    }

    @Test
    void aCertificateWithoutItsAuthorityIsUnderWay() throws Exception {
        cluster.start();
        cluster.apply(
                """
                apiVersion: operator.marin3r.3scale.net/v1alpha1
                kind: DiscoveryServiceCertificate
                metadata: { name: leaf }
                spec:
                  commonName: one.example.com
                  validFor: 3600
                  signer: { caSigned: { caSecretRef: { name: nowhere } } }
                  secretRef: { name: leaf }
                """);
        await().atMost(DiscoveryCluster.PATIENCE)
                .until(
                        () ->
                                String.valueOf(
                                                revisions
                                                        .of(CERTIFICATE, "leaf")
                                                        .getLast()
                                                        .<Object>get("status", "conditions"))
                                        .contains("False"));
        assertThat(HealthChecks.read(judge, deleted(CERTIFICATE, "leaf")))
                .containsExactly("InProgress Terminating", "InProgress", "Progressing");
    }
}
