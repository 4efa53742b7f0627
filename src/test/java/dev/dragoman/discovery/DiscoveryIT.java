package dev.dragoman.discovery;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Landing;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
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
        var bootstrap =
                cluster.client()
                        .configMaps()
                        .inNamespace(willing)
                        .withName("envoy-sidecar-bootstrap")
                        .get()
                        .getData();
        assertThat(bootstrap)
                .containsOnlyKeys(
                        "config.json",
                        "tls_certificate_sds_secret.yaml",
                        "validation_context_sds_secret.yaml");
        assertThat(bootstrap.get("config.json"))
                .contains("\"marin3r-xds.%s.svc\"".formatted(cluster.namespace));
        assertThat(
                        cluster.client()
                                .configMaps()
                                .inNamespace(cluster.namespace)
                                .withName("envoy-sidecar-bootstrap")
                                .get())
                .isNotNull();

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

    private void gone(String namespace) {
        await().untilAsserted(
                        () -> {
                            assertThat(cluster.certificate(namespace, CLIENT)).isEmpty();
                            assertThat(
                                            cluster.client()
                                                    .configMaps()
                                                    .inNamespace(namespace)
                                                    .withName("envoy-sidecar-bootstrap")
                                                    .get())
                                    .isNull();
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
