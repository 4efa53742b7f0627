package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** An EnvoyDeployment on the real API server; the test issues certificates and has pods run. */
@Landing
@ResourceLock("discovery")
class EnvoyDeploymentIT {
    private static final String NAME = "gateway";
    private static final String MADE = "marin3r-envoydeployment-gateway";
    private static final String CERTIFICATE = "envoy-client-cert-gateway";

    static final String CONFIG =
            """
            apiVersion: marin3r.3scale.net/v1alpha1
            kind: EnvoyConfig
            metadata: { name: routes }
            spec:
              nodeID: edge
              resources: [ { type: cluster, value: { name: backend } } ]
            """;

    static final String ENVOYS =
            """
            apiVersion: operator.marin3r.3scale.net/v1alpha1
            kind: EnvoyDeployment
            metadata: { name: gateway }
            spec:
              discoveryServiceRef: xds
              envoyConfigRef: routes
            """;

    private static final String DYNAMIC =
            ENVOYS
                    + """
                        ports: [ { name: http, port: 8080 } ]
                        podDisruptionBudget: { maxUnavailable: 1 }
                        shutdownManager: { serverPort: 8091 }
                        replicas:
                          dynamic:
                            minReplicas: 1
                            maxReplicas: 3
                            behavior: { scaleDown: { stabilizationWindowSeconds: 60 } }
                      """;

    private DiscoveryCluster cluster;

    @BeforeEach
    void install() {
        cluster = new DiscoveryCluster().withoutCertificates();
        cluster.start();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private Optional<GenericKubernetesResource> envoys() {
        return cluster.envoys(NAME);
    }

    private Optional<GenericKubernetesResource> autoscaler() {
        return cluster.get("autoscaling/v2", "HorizontalPodAutoscaler", cluster.namespace, MADE);
    }

    private Optional<GenericKubernetesResource> budget() {
        return cluster.get("policy/v1", "PodDisruptionBudget", cluster.namespace, MADE);
    }

    private String reason(String reason) {
        return cluster.reasonOfEnvoys(NAME, reason);
    }

    private void runs() {
        await().pollInterval(Duration.ofMillis(500))
                // a pod may go while it is made ready
                .ignoreExceptions()
                .untilAsserted(
                        () -> {
                            cluster.ready();
                            assertThat(DiscoveryCluster.condition(envoys(), "Ready"))
                                    .containsEntry("reason", "Reconciled");
                        });
    }

    @Test
    void fromWaitingToItsEnd() {
        cluster.apply(DYNAMIC);
        assertThat(reason("DiscoveryServiceMissing")).contains("no DiscoveryService xds");
        cluster.apply(DiscoveryCluster.SERVICE);
        assertThat(reason("EnvoyConfigMissing")).contains("no EnvoyConfig routes");
        cluster.apply(CONFIG);
        assertThat(reason("CertificatesPending")).contains(CERTIFICATE);
        assertThat(cluster.deployment(MADE)).isEmpty();
        cluster.issue(CERTIFICATE, "certificateHash", "h1");
        runs();

        var status = envoys().orElseThrow();
        assertThat(status.<String>get("status", "deploymentName")).isEqualTo(MADE);
        assertThat(status.<Integer>get("status", "deploymentStatus", "availableReplicas"))
                .isEqualTo(1);
        assertThat(autoscaler().orElseThrow().<Integer>get("spec", "maxReplicas")).isEqualTo(3);
        assertThat(budget().orElseThrow().<Integer>get("spec", "maxUnavailable")).isEqualTo(1);
        assertThat(String.valueOf(container().get("lifecycle"))).contains("port=8091");
        isIdle();
        isPutBack();
        isStatic();
        cluster.kubectl("delete", "envoydeployment", NAME);
        await().until(
                        () ->
                                cluster.deployment(MADE).isEmpty()
                                        && cluster.certificate(cluster.namespace, CERTIFICATE)
                                                .isEmpty());
    }

    private Map<String, Object> container() {
        List<Map<String, Object>> all =
                cluster.deployment(MADE)
                        .orElseThrow()
                        .get("spec", "template", "spec", "containers");
        return all.getFirst();
    }

    private void isIdle() {
        // the last event of the Deployment may change its copy in the status
        var mark = cluster.plane.audit().mark();
        var _ = Patience.settled(Duration.ofSeconds(2), () -> cluster.writes(mark));
        var later = cluster.plane.audit().mark();
        cluster.kubectl("annotate", "envoydeployment", NAME, "example.com/looked-at=yes");
        cluster.kubectl("annotate", "envoyconfig", "routes", "example.com/looked-at=yes");
        assertThat(Patience.settled(Duration.ofSeconds(2), () -> cluster.writes(later))).isEmpty();
    }

    private void isPutBack() {
        cluster.kubectl(
                "patch",
                "hpa",
                MADE,
                "--type=merge",
                "-p",
                "{\"spec\":{\"maxReplicas\":9,\"behavior\":{\"scaleDown\":{\"stabilizationWindowSeconds\":1}}}}");
        cluster.kubectl("delete", "poddisruptionbudget", MADE);
        cluster.kubectl(
                "patch",
                "deployment",
                MADE,
                "--type=json",
                "-p",
                "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/image\",\"value\":\"evil\"}]");
        // how many there are is the autoscaler's to say
        cluster.kubectl("scale", "deployment", MADE, "--replicas=2");
        await().untilAsserted(
                        () -> {
                            var spec = autoscaler().orElseThrow();
                            assertThat(spec.<Integer>get("spec", "maxReplicas")).isEqualTo(3);
                            assertThat(
                                            spec.<Integer>get(
                                                    "spec",
                                                    "behavior",
                                                    "scaleDown",
                                                    "stabilizationWindowSeconds"))
                                    .isEqualTo(60);
                            assertThat(budget()).isPresent();
                            assertThat(container())
                                    .containsEntry("image", "envoyproxy/envoy:v1.29.0");
                        });
        runs();
        assertThat(replicas()).isEqualTo(2);
    }

    private int replicas() {
        return cluster.deployment(MADE).orElseThrow().get("spec", "replicas");
    }

    private void isStatic() {
        cluster.apply(ENVOYS + "  replicas: { static: 3 }\n");
        await().untilAsserted(
                        () -> {
                            assertThat(autoscaler()).isEmpty();
                            assertThat(budget()).isEmpty();
                            assertThat(replicas()).isEqualTo(3);
                        });
        runs();
        // a number that was applied does not become the default on the way
        cluster.apply(DYNAMIC);
        await().until(() -> autoscaler().isPresent());
        runs();
        assertThat(replicas()).isEqualTo(3);
    }
}
