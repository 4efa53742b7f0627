package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.health.HealthChecks;
import dev.dragoman.health.Judge;
import dev.dragoman.health.Revisions;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** How kstatus, Flux and Argo CD read discovery services and certificates at every revision. */
@Full
@ResourceLock("discovery")
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
        cluster.kubectl("delete", kind.toLowerCase(Locale.ROOT), name);
        await().until(
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
        await().until(() -> !revisions.of(SERVICE, "xds").isEmpty());
        cluster.start();
        cluster.runs("xds");
        cluster.apply(DiscoveryCluster.SERVICE.replace("v0.13.3", "v0.13.2"));
        await().ignoreExceptions()
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
    void aCertificateThatWaitsForItsAuthorityAndIsEdited() throws Exception {
        cluster.apply(leaf("one.example.com"));
        await().until(() -> !revisions.of(CERTIFICATE, "leaf").isEmpty());
        cluster.start();
        leafIs("reason", "CaMissing", 1);
        cluster.apply(
                """
                apiVersion: operator.marin3r.3scale.net/v1alpha1
                kind: DiscoveryServiceCertificate
                metadata: { name: authority }
                spec:
                  commonName: authority
                  isCA: true
                  validFor: 7200
                  signer: { selfSigned: {} }
                  secretRef: { name: authority }
                """);
        leafIs("status", "True", 1);
        cluster.apply(leaf("two.example.com"));
        leafIs("status", "True", 2);
        var leaf = revisions.of(CERTIFICATE, "leaf");
        assertThat(HealthChecks.read(judge, leaf))
                .containsExactly(
                        "InProgress Current InProgress Current",
                        "InProgress Current InProgress Current",
                        "Progressing Healthy Progressing Healthy");
        HealthChecks.withoutTheField(judge, leaf);
    }

    private static String leaf(String name) {
        return """
        apiVersion: operator.marin3r.3scale.net/v1alpha1
        kind: DiscoveryServiceCertificate
        metadata: { name: leaf }
        spec:
          commonName: %s
          validFor: 3600
          signer: { caSigned: { caSecretRef: { name: authority } } }
          secretRef: { name: leaf }
        """
                .formatted(name);
    }

    /** Until a revision of the leaf says so; the watch tells it a moment later than it is. */
    private void leafIs(String field, String value, int generation) {
        await().untilAsserted(
                        () -> {
                            List<Map<String, Object>> conditions =
                                    revisions
                                            .of(CERTIFICATE, "leaf")
                                            .getLast()
                                            .get("status", "conditions");
                            assertThat(conditions)
                                    .isNotNull()
                                    .anySatisfy(
                                            each ->
                                                    assertThat(each)
                                                            .containsEntry("type", "Ready")
                                                            .containsEntry(field, value)
                                                            .containsEntry(
                                                                    "observedGeneration",
                                                                    generation));
                        });
    }
}
