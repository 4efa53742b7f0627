package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** DiscoveryServices that serve other namespaces, or share one, on the real API server. */
@Landing
@ResourceLock("discovery")
class DiscoveryNamespacesIT {
    private static final String NAME = "xds";
    private static final String CA = "marin3r-ca-cert-xds";
    private static final String CLIENT = "envoy-sidecar-client-cert";
    private DiscoveryCluster cluster;

    @BeforeEach
    void install() {
        cluster = new DiscoveryCluster().withoutCertificates();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void otherNamespacesAreServedWhereTheyConsentAndLeftAsTheyWere() {
        var willing = cluster.namespace + "-willing";
        var silent = cluster.namespace + "-silent";
        cluster.namespace(
                willing,
                Map.of("dragoman.dev/allow-discovery-services", cluster.namespace + "/xds"));
        cluster.namespace(silent, Map.of());
        cluster.start();
        var enabled =
                DiscoveryCluster.SERVICE
                        + "  enabledNamespaces: [ %s, %s, %s, nowhere ]\n"
                                .formatted(willing, silent, cluster.namespace);
        cluster.apply(enabled);
        cluster.issued(NAME, "h1", "b1");
        assertThat(cluster.reason(NAME, "NamespaceNotConsenting"))
                .contains(
                        "namespace %s does not exist, or does not consent".formatted(silent),
                        "dragoman.dev/allow-discovery-services: %s/xds"
                                .formatted(cluster.namespace),
                        "namespace nowhere does not exist, or does not consent");
        await().until(() -> cluster.certificate(willing, CLIENT).isPresent());
        assertThat(cluster.labels(willing))
                .containsEntry("marin3r.3scale.net/discovery-service", NAME)
                .containsEntry("marin3r.3scale.net/status", "enabled");
        assertThat(cluster.labels(silent)).isEmpty();
        assertThat(cluster.certificate(silent, CLIENT)).isEmpty();
        assertThat(
                        cluster.certificate(cluster.namespace, CA)
                                .orElseThrow()
                                .<List<String>>get("spec", "allowedNamespaces"))
                .containsExactly(willing);
        var bootstrap = bootstrap(willing).getData();
        assertThat(bootstrap)
                .containsOnlyKeys(
                        "config.json",
                        "tls_certificate_sds_secret.yaml",
                        "validation_context_sds_secret.yaml");
        assertThat(bootstrap.get("config.json"))
                .contains("\"marin3r-xds.%s.svc\"".formatted(cluster.namespace));
        assertThat(bootstrap(cluster.namespace)).isNotNull();

        cluster.kubectl("annotate", "namespace", silent, "dragoman.dev/allow-discovery-services=*");
        await().until(() -> cluster.certificate(silent, CLIENT).isPresent());
        var mark = cluster.plane.audit().mark();
        cluster.apply(DiscoveryCluster.SERVICE + "  enabledNamespaces: [ %s ]\n".formatted(silent));
        gone(willing);
        assertThat(cluster.labels(cluster.namespace)).isEmpty();
        assertThat(cluster.labels(silent)).isNotEmpty();
        var order =
                cluster.requests(mark).stream()
                        .filter(AuditLog.Event::write)
                        .filter(
                                each ->
                                        each.namespace().equals(willing)
                                                && (each.verb().equals("delete")
                                                        || each.resource().equals("namespaces")))
                        .map(each -> each.verb() + " " + each.resource())
                        .toList();
        assertThat(order.indexOf("patch namespaces"))
                .as("labels go at last: %s", order)
                .isGreaterThan(order.lastIndexOf("delete configmaps"));

        // somebody took the label away, and the operator was not there
        cluster.stop();
        cluster.kubectl("label", "namespace", silent, "marin3r.3scale.net/discovery-service-");
        cluster.start();
        cluster.kubectl("delete", "discoveryservice", NAME);
        gone(silent);
    }

    private ConfigMap bootstrap(String namespace) {
        var maps = cluster.client().configMaps().inNamespace(namespace);
        return maps.withName("envoy-sidecar-bootstrap").get();
    }

    private void gone(String namespace) {
        await().untilAsserted(
                        () -> {
                            assertThat(cluster.certificate(namespace, CLIENT)).isEmpty();
                            assertThat(bootstrap(namespace)).isNull();
                            assertThat(cluster.labels(namespace)).isEmpty();
                            assertThat(
                                            cluster.client()
                                                    .namespaces()
                                                    .withName(namespace)
                                                    .get()
                                                    .getMetadata()
                                                    .getAnnotations())
                                    .doesNotContainKey("dragoman.dev/discovery-service");
                        });
    }

    @Test
    void theAdministratorMayConsentForNamespacesAndOneNamespaceHasOneService() {
        var shared = cluster.namespace + "-shared";
        cluster.namespace(shared, Map.of());
        cluster.environment.put("DRAGOMAN_DISCOVERY_NAMESPACES", shared);
        cluster.start();
        var enabled = DiscoveryCluster.SERVICE + "  enabledNamespaces: [ %s ]\n".formatted(shared);
        cluster.apply(enabled);
        await().until(() -> cluster.certificate(shared, CLIENT).isPresent());
        cluster.apply(enabled.replace("name: xds", "name: younger"));
        assertThat(cluster.reason("younger", "NamespaceTaken"))
                .contains(cluster.namespace + "/xds");
        assertThat(cluster.labels(shared))
                .containsEntry("marin3r.3scale.net/discovery-service", NAME);
    }

    @Test
    void severalInOneNamespaceDoNotFightOverOneCertificate() {
        cluster.start();
        cluster.apply(DiscoveryCluster.SERVICE);
        await().until(() -> cluster.certificate(cluster.namespace, CLIENT).isPresent());
        var made =
                Instant.parse(
                        cluster.service(NAME).orElseThrow().getMetadata().getCreationTimestamp());
        // times of creation have seconds
        await().until(() -> Instant.now().isAfter(made.plusSeconds(1)));
        cluster.apply(DiscoveryCluster.SERVICE.replace("name: xds", "name: abc"));
        cluster.issued("abc", "h1", "b1");
        await().until(() -> cluster.certificate(cluster.namespace, CLIENT + "-abc").isPresent());
        cluster.runs("abc");
        var mark = cluster.plane.audit().mark();
        // they would go on writing, one after the other
        var _ = Patience.settled(Duration.ofSeconds(3), () -> cluster.writes(mark));
        cluster.apply(
                DiscoveryCluster.SERVICE.replace("name: xds", "name: abc")
                        + """
                            pkiConfig:
                              rootCertificateAuthority: { secretName: marin3r-ca-cert-xds, duration: 100h }
                              serverCertificate: { secretName: marin3r-server-cert-abc, duration: 10h }
                          """);
        assertThat(cluster.reason("abc", "SecretTaken")).contains("older DiscoveryService xds");
        assertThat(
                        cluster.certificate(cluster.namespace, "marin3r-ca-cert-abc")
                                .orElseThrow()
                                .<String>get("spec", "secretRef", "name"))
                .isEqualTo("marin3r-ca-cert-abc");
        cluster.apply(DiscoveryCluster.SERVICE.replace("name: xds", "name: abc"));
        cluster.kubectl("delete", "discoveryservice", NAME);
        await().until(
                        () ->
                                cluster.certificate(cluster.namespace, CLIENT)
                                        .map(each -> each.getMetadata().getOwnerReferences())
                                        .filter(each -> each.getFirst().getName().equals("abc"))
                                        .isPresent());
        cluster.runs("abc");
        await().until(() -> cluster.certificate(cluster.namespace, CLIENT + "-abc").isEmpty());
    }
}
