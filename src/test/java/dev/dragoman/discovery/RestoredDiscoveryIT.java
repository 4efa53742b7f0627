package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cluster.Backup;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A discovery service with real certificates comes from a backup, and nobody distrusts anybody. */
@Landing
@ResourceLock("discovery")
class RestoredDiscoveryIT {
    private static int count;
    private final String other = "restored-sidecars-" + ++count;
    private static final List<String> CERTIFICATES =
            List.of("marin3r-ca-cert-xds", "marin3r-server-cert-xds", "envoy-sidecar-client-cert");
    private DiscoveryCluster cluster;

    @BeforeEach
    void running() {
        cluster = new DiscoveryCluster();
        cluster.namespace(
                other, Map.of("dragoman.dev/allow-discovery-services", cluster.namespace + "/xds"));
        cluster.start();
        cluster.apply(DiscoveryCluster.SERVICE + "  enabledNamespaces: [%s]\n".formatted(other));
        await().until(() -> cluster.deployment("marin3r-xds").isPresent());
        await().until(() -> secret(other, "envoy-sidecar-client-cert") != null);
        cluster.stop();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private Secret secret(String namespace, String name) {
        return cluster.client().secrets().inNamespace(namespace).withName(name).get();
    }

    private Map<String, Map<String, String>> data() {
        var all = new TreeMap<String, Map<String, String>>();
        CERTIFICATES.forEach(each -> all.put(each, secret(cluster.namespace, each).getData()));
        all.put(other, secret(other, "envoy-sidecar-client-cert").getData());
        return all;
    }

    @ParameterizedTest(name = "managedFields restored: {0}")
    @ValueSource(booleans = {true, false})
    void keysAndCertificatesStay(boolean managed) {
        var before = data();
        var backup = new Backup(cluster.client());
        for (var namespace : List.of(cluster.namespace, other)) {
            backup.save(namespace, "v1", "Secret", "ConfigMap", "ServiceAccount", "Service")
                    .save(namespace, "apps/v1", "Deployment")
                    .save(namespace, "rbac.authorization.k8s.io/v1", "Role");
        }
        backup.save(cluster.namespace, DiscoveryNames.API_VERSION, DiscoveryNames.CERTIFICATE);
        backup.save(other, DiscoveryNames.API_VERSION, DiscoveryNames.CERTIFICATE)
                .save(cluster.namespace, DiscoveryNames.API_VERSION, DiscoveryNames.KIND);
        backup.lose();
        backup.restore(managed);
        var mark = cluster.plane.audit().mark();
        cluster.start();
        cluster.runs("xds");

        assertThat(data()).isEqualTo(before);
        var uid =
                cluster.find(
                                DiscoveryNames.API_VERSION,
                                DiscoveryNames.KIND,
                                cluster.namespace,
                                "xds")
                        .orElseThrow()
                        .getMetadata()
                        .getUid();
        assertThat(cluster.deployment("marin3r-xds").orElseThrow().getMetadata())
                .satisfies(
                        each ->
                                assertThat(each.getOwnerReferences())
                                        .extracting(owner -> owner.getUid())
                                        .containsExactly(uid));
        assertThat(
                        cluster.client()
                                .configMaps()
                                .inNamespace(other)
                                .withName(DiscoveryNames.BOOTSTRAP)
                                .get()
                                .getMetadata()
                                .getLabels())
                .containsEntry("dragoman.dev/owner-uid", uid);
        for (var each : CERTIFICATES) {
            var certificate = cluster.certificate(cluster.namespace, each).orElseThrow();
            assertThat(secret(cluster.namespace, each).getMetadata().getOwnerReferences())
                    .extracting(owner -> owner.getUid())
                    .containsExactly(certificate.getMetadata().getUid());
        }
        assertThat(cluster.writes(mark)).noneMatch(each -> each.startsWith("delete"));
    }
}
