package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DiscoveryServices on the real API server; the test issues certificates and has pods run. */
@Landing
@ResourceLock("discovery")
class DiscoveryIT {
    private static final String NAME = "xds";
    private static final String RBAC = "rbac.authorization.k8s.io/v1";
    private static final String MADE = "marin3r-xds";
    private static final String CA = "marin3r-ca-cert-xds";
    private static final String SERVER = "marin3r-server-cert-xds";
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

    private void running() {
        cluster.start();
        cluster.apply(DiscoveryCluster.SERVICE);
        cluster.issued(NAME, "h1", "b1");
        cluster.runs(NAME);
    }

    private String trusted() {
        return cluster.certificate(cluster.namespace, CA)
                .orElseThrow()
                .getMetadata()
                .getAnnotations()
                .get("dragoman.dev/trusted-by-consumers");
    }

    private Map<String, String> podLabels() {
        return cluster.deployment(MADE).orElseThrow().get("spec", "template", "metadata", "labels");
    }

    private List<Map<String, Object>> volumes() {
        return cluster.deployment(MADE).orElseThrow().get("spec", "template", "spec", "volumes");
    }

    @Test
    void whatItCostsToMakeOneAndToLeaveItAlone() {
        cluster.start();
        var mark = cluster.plane.audit().mark();
        cluster.apply(DiscoveryCluster.SERVICE);
        assertThat(cluster.reason(NAME, "CertificatesPending"))
                .contains(CA + " is issued", SERVER + " is issued");
        await().until(() -> cluster.writes(mark).contains("create events"));
        assertThat(cluster.writes(mark))
                .containsExactly(
                        "patch discoveryservices",
                        "patch discoveryservicecertificates",
                        "patch discoveryservicecertificates",
                        "patch discoveryservicecertificates",
                        "patch serviceaccounts",
                        "patch roles",
                        "patch rolebindings",
                        "patch services",
                        "patch discoveryservices",
                        "create events");
        assertThat(cluster.deployment(MADE)).isEmpty();
        cluster.issued(NAME, "h1", "b1");
        cluster.runs(NAME);
        assertThat(podLabels())
                .containsEntry("marin3r.3scale.net/server-certificate-hash", "h1")
                .containsEntry("dragoman.dev/ca-bundle-hash", "b1");
        assertThat(trusted()).isEqualTo("b1");
        var status = cluster.service(NAME).orElseThrow();
        assertThat(status.<String>get("status", "deploymentName")).isEqualTo(MADE);
        assertThat(status.<Integer>get("status", "deploymentStatus", "availableReplicas"))
                .isEqualTo(1);

        // the last event of the Deployment may have changed its status copy
        var _ = Patience.settled(Duration.ofSeconds(3), () -> cluster.writes(mark));
        var later = cluster.plane.audit().mark();
        cluster.stop();
        cluster.start();
        // another one is a sign that the first was looked at
        cluster.apply(DiscoveryCluster.SERVICE.replace("name: xds", "name: other"));
        cluster.reason("other", "CertificatesPending");
        await().until(() -> cluster.writes(later).contains("create events"));
        assertThat(cluster.writes(later)).as("of the second one alone").hasSize(10);
    }

    @Test
    void whatSomebodyChangesIsPutBack() {
        running();
        cluster.kubectl("delete", "role", MADE);
        cluster.kubectl("delete", "serviceaccount", MADE);
        cluster.kubectl("delete", "rolebinding", MADE);
        cluster.kubectl("delete", "discoveryservicecertificate", CLIENT);
        cluster.kubectl(
                "patch",
                "service",
                MADE,
                "--type=merge",
                "-p",
                "{\"spec\":{\"selector\":{\"app.kubernetes.io/instance\":\"nobody\"}}}");
        cluster.kubectl(
                "patch",
                "deployment",
                MADE,
                "--type=json",
                "-p",
                "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/image\",\"value\":\"evil\"}]");
        cluster.kubectl(
                "annotate",
                "--overwrite",
                "discoveryservicecertificate",
                CA,
                "dragoman.dev/trusted-by-consumers=forged");
        await().untilAsserted(
                        () -> {
                            assertThat(cluster.get(RBAC, "Role", cluster.namespace, MADE))
                                    .isPresent();
                            assertThat(cluster.get(RBAC, "RoleBinding", cluster.namespace, MADE))
                                    .isPresent();
                            assertThat(cluster.get("v1", "ServiceAccount", cluster.namespace, MADE))
                                    .isPresent();
                            assertThat(cluster.certificate(cluster.namespace, CLIENT)).isPresent();
                            assertThat(
                                            cluster.get("v1", "Service", cluster.namespace, MADE)
                                                    .orElseThrow()
                                                    .<Map<String, String>>get("spec", "selector"))
                                    .containsEntry("app.kubernetes.io/instance", NAME);
                            assertThat(
                                            cluster.deployment(MADE)
                                                    .orElseThrow()
                                                    .<String>get(
                                                            "spec",
                                                            "template",
                                                            "spec",
                                                            "containers",
                                                            0,
                                                            "image"))
                                    .isEqualTo("quay.io/3scale/marin3r:v0.13.3");
                            assertThat(trusted()).isNotEqualTo("forged");
                        });
        cluster.runs(NAME);
        assertThat(trusted()).isEqualTo("b1");
        // rights that somebody adds to the pods do not stay
        cluster.kubectl(
                "patch",
                "role",
                MADE,
                "--type=json",
                "-p",
                "[{\"op\":\"replace\",\"path\":\"/rules/0/resources\",\"value\":[\"secrets\",\"pods\",\"configmaps\"]}]");
        await().until(
                        () ->
                                !cluster.kubectl("get", "role", MADE, "-o", "yaml")
                                        .contains("configmaps"));
    }

    @Test
    void theBundleCountsAsTrustedWhenAllPodsHaveIt() {
        running();
        cluster.issue(CA, "trustBundleHash", "b2");
        cluster.reason(NAME, "RollingOut");
        await().until(() -> podLabels().get("dragoman.dev/ca-bundle-hash").equals("b2"));
        assertThat(trusted()).as("while pods are renewed").isEqualTo("b1");
        cluster.runs(NAME);
        await().until(() -> trusted().equals("b2"));
        cluster.issue(SERVER, "certificateHash", "h2");
        await().until(
                        () ->
                                podLabels()
                                        .get("marin3r.3scale.net/server-certificate-hash")
                                        .equals("h2"));
    }

    @ParameterizedTest
    @CsvSource({
        "'serviceConfig: { name: envoy-xds }', envoy-xds, false",
        "'serviceConfig: { type: Headless }', marin3r-xds, true",
    })
    void theServiceMayHaveAnotherNameOrNoAddress(String field, String service, boolean headless) {
        running();
        cluster.apply(DiscoveryCluster.SERVICE + "  " + field + "\n");
        await()
                // it is gone for a moment
                .ignoreExceptions()
                .untilAsserted(
                        () -> {
                            var there =
                                    cluster.get("v1", "Service", cluster.namespace, service)
                                            .orElseThrow();
                            assertThat(there.<String>get("spec", "clusterIP").equals("None"))
                                    .isEqualTo(headless);
                            if (!service.equals(MADE)) {
                                assertThat(cluster.get("v1", "Service", cluster.namespace, MADE))
                                        .isEmpty();
                            }
                            assertThat(
                                            cluster.certificate(cluster.namespace, SERVER)
                                                    .orElseThrow()
                                                    .<List<String>>get("spec", "hosts"))
                                    .contains(service + "." + cluster.namespace + ".svc");
                        });
        cluster.apply(DiscoveryCluster.SERVICE);
        await().untilAsserted(
                        () ->
                                assertThat(
                                                cluster.get(
                                                                "v1",
                                                                "Service",
                                                                cluster.namespace,
                                                                MADE)
                                                        .map(
                                                                each ->
                                                                        each.<String>get(
                                                                                "spec",
                                                                                "clusterIP")))
                                        .isPresent()
                                        .get()
                                        .isNotEqualTo("None"));
    }

    @Test
    void namesOfSecretsAreHonouredAndTheRootsKeyIsNotMounted() {
        cluster.start();
        cluster.apply(
                DiscoveryCluster.SERVICE
                        + """
                            pkiConfg:
                              rootCertificateAuthority: { secretName: my-ca, duration: 100h }
                              serverCertificate: { secretName: my-server, duration: 10h }
                          """);
        cluster.issued(NAME, "h1", "b1");
        cluster.runs(NAME);
        assertThat(
                        cluster.certificate(cluster.namespace, CA)
                                .orElseThrow()
                                .<String>get("spec", "secretRef", "name"))
                .isEqualTo("my-ca");
        assertThat(
                        cluster.certificate(cluster.namespace, SERVER)
                                .orElseThrow()
                                .<Integer>get("spec", "validFor"))
                .isEqualTo(36_000);
        assertThat(String.valueOf(volumes()))
                .contains("secretName=my-ca", "secretName=my-server")
                .contains("key=ca.crt, path=tls.crt")
                .doesNotContain("tls.key");
    }

    @ParameterizedTest
    @CsvSource({
        "serviceaccount, marin3r-xds, ServiceAccount",
        "deployment, marin3r-xds, Deployment",
    })
    void whatBelongsToOthersIsLeftAlone(String kind, String name, String named) {
        if (kind.equals("deployment")) {
            cluster.kubectl("create", kind, name, "--image=theirs");
        } else {
            cluster.kubectl("create", kind, name);
        }
        cluster.start();
        cluster.apply(DiscoveryCluster.SERVICE);
        cluster.issued(NAME, "h1", "b1");
        assertThat(cluster.reason(NAME, "NotOurs")).contains(named + " " + name);
        assertThat(
                        cluster.deployment(MADE)
                                .filter(each -> !each.getMetadata().getOwnerReferences().isEmpty()))
                .isEmpty();
        cluster.kubectl("delete", kind, name);
        await().until(
                        () ->
                                cluster.deployment(MADE)
                                        .map(GenericKubernetesResource::getMetadata)
                                        .filter(each -> !each.getOwnerReferences().isEmpty())
                                        .isPresent());
    }

    @Test
    void withoutAnImageAllElseIsMade() {
        cluster.start();
        cluster.apply(
                DiscoveryCluster.SERVICE.replace(
                        "image: quay.io/3scale/marin3r:v0.13.3", "debug: true"));
        assertThat(cluster.reason(NAME, "ImageMissing")).contains("spec.image", "MARIN3R_IMAGE");
        assertThat(cluster.certificate(cluster.namespace, SERVER)).isPresent();
        assertThat(cluster.get("v1", "Service", cluster.namespace, MADE)).isPresent();
        cluster.apply(DiscoveryCluster.SERVICE + "  serviceConfig: { type: NodePort }\n");
        assertThat(cluster.reason(NAME, "InvalidSpec")).contains("spec.serviceConfig.type");
    }

    @Test
    void whatAdmissionChangesIsToldAndNotWrittenAgain() {
        cluster.mutates(
                "/spec/template/spec/containers/0/image",
                "'0.0.0.0/0'",
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: { name: probe-NAME }
                spec:
                  selector: { matchLabels: { app: probe } }
                  template:
                    metadata: { labels: { app: probe } }
                    spec: { containers: [ { name: probe, image: probe } ] }
                """);
        running();
        await().until(() -> altered().contains("Deployment marin3r-xds: "));
        assertThat(altered()).contains(".image");
        var mark = cluster.plane.audit().mark();
        cluster.kubectl("annotate", "discoveryservice", NAME, "a=b");
        cluster.kubectl("label", "deployment", MADE, "a=b");
        assertThat(Patience.settled(Duration.ofSeconds(5), () -> cluster.writes(mark)))
                .doesNotContain("patch deployments");
        assertThat(altered()).contains(".image");
    }

    private String altered() {
        return String.valueOf(
                DiscoveryCluster.condition(cluster.service(NAME), "AppliedValuesChanged")
                        .get("message"));
    }
}
