package dev.dragoman.discovery.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Fields;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made for a DiscoveryService, object by object and field by field. */
class DiscoveryObjectsTest extends DiscoveryFixture {
    private static final String CERTIFICATE = DiscoveryNames.CERTIFICATE;
    private static final String MADE = "marin3r-xds";

    private Map<String, Object> pod() {
        issued("h1", "b1");
        return Fields.map(spec("Deployment", MADE), "template", "spec");
    }

    private Map<?, ?> container() {
        return (Map<?, ?>) ((List<?>) pod().get("containers")).getFirst();
    }

    @Test
    void theDeploymentComesWhenCertificatesAreIssued() {
        var before =
                List.of(
                        "DiscoveryServiceCertificate/marin3r-ca-cert-xds",
                        "DiscoveryServiceCertificate/marin3r-server-cert-xds",
                        "DiscoveryServiceCertificate/envoy-sidecar-client-cert",
                        "ServiceAccount/marin3r-xds",
                        "Role/marin3r-xds",
                        "RoleBinding/marin3r-xds",
                        "Service/marin3r-xds");
        assertThat(names()).isEqualTo(before);
        assertThat(reasons()).containsExactly("CertificatesPending");
        issued("h1", "");
        assertThat(names()).isEqualTo(before);
        issued("h1", "b1");
        assertThat(names()).hasSize(8).contains("Deployment/marin3r-xds");
        assertThat(reasons()).containsExactly("RollingOut");
        assertThat(wanted().objects())
                .allSatisfy(
                        each ->
                                assertThat(Fields.map(each, "metadata", "labels"))
                                        .isEqualTo(
                                                Map.of(
                                                        "app.kubernetes.io/name",
                                                        "marin3r",
                                                        "app.kubernetes.io/managed-by",
                                                        "marin3r-operator",
                                                        "app.kubernetes.io/component",
                                                        "discovery-service",
                                                        "app.kubernetes.io/instance",
                                                        "xds")));
    }

    @Test
    void certificates() {
        assertThat(spec(CERTIFICATE, "marin3r-ca-cert-xds"))
                .isEqualTo(
                        Map.of(
                                "commonName",
                                "marin3r-ca-xds",
                                "isCA",
                                true,
                                "validFor",
                                94_608_000L,
                                "signer",
                                Map.of("selfSigned", Map.of()),
                                "secretRef",
                                Map.of("name", "marin3r-ca-cert-xds", "namespace", "team"),
                                "certificateRenewal",
                                Map.of("enabled", true)));
        var signer =
                Map.of(
                        "caSigned",
                        Map.of(
                                "caSecretRef",
                                Map.of("name", "marin3r-ca-cert-xds", "namespace", "team")));
        assertThat(spec(CERTIFICATE, "marin3r-server-cert-xds"))
                .isEqualTo(
                        Map.of(
                                "commonName",
                                "marin3r-server-xds",
                                "server",
                                true,
                                "validFor",
                                7_776_000L,
                                "signer",
                                signer,
                                "secretRef",
                                Map.of("name", "marin3r-server-cert-xds", "namespace", "team"),
                                "certificateRenewal",
                                Map.of("enabled", true),
                                "hosts",
                                List.of(
                                        "marin3r-server-xds",
                                        "marin3r-xds",
                                        "marin3r-xds.team.svc",
                                        "marin3r-xds.team.svc.cluster.local")));
        assertThat(spec(CERTIFICATE, "envoy-sidecar-client-cert"))
                .isEqualTo(
                        Map.of(
                                "commonName",
                                "envoy-sidecar-client-cert",
                                "client",
                                true,
                                "validFor",
                                172_800,
                                "signer",
                                signer,
                                "secretRef",
                                Map.of("name", "envoy-sidecar-client-cert", "namespace", "team"),
                                "certificateRenewal",
                                Map.of("enabled", true)));
    }

    @Test
    void rightsOfPods() {
        assertThat(object("Role", MADE).get("rules"))
                .isEqualTo(
                        List.of(
                                Map.of(
                                        "apiGroups", List.of(""),
                                        "resources", List.of("secrets", "pods"),
                                        "verbs", List.of("get", "list", "watch")),
                                Map.of(
                                        "apiGroups", List.of("marin3r.3scale.net"),
                                        "resources", List.of("*"),
                                        "verbs", List.of("*")),
                                Map.of(
                                        "apiGroups", List.of("discovery.k8s.io"),
                                        "resources", List.of("endpointslices"),
                                        "verbs", List.of("get", "list", "watch"))));
        assertThat(object("RoleBinding", MADE))
                .containsEntry(
                        "roleRef",
                        Map.of(
                                "apiGroup",
                                "rbac.authorization.k8s.io",
                                "kind",
                                "Role",
                                "name",
                                MADE))
                .containsEntry(
                        "subjects",
                        List.of(
                                Map.of(
                                        "kind",
                                        "ServiceAccount",
                                        "name",
                                        MADE,
                                        "namespace",
                                        "team")));
    }

    @ParameterizedTest
    @CsvSource({
        ", , ClusterIP, , marin3r-xds",
        "LoadBalancer, , LoadBalancer, , marin3r-xds",
        "Headless, envoy-xds, ClusterIP, None, envoy-xds",
    })
    void theService(String type, String name, String typed, String address, String named) {
        var config = new java.util.HashMap<String, Object>();
        config.put("type", type);
        config.put("name", name);
        spec.put("serviceConfig", config);
        var service = spec("Service", named);
        assertThat(service)
                .containsEntry("type", typed)
                .containsEntry("sessionAffinity", "None")
                .containsEntry(
                        "ports",
                        List.of(
                                Map.of(
                                        "name", "discovery",
                                        "port", 18000,
                                        "protocol", "TCP",
                                        "targetPort", "discovery"),
                                Map.of(
                                        "name", "metrics",
                                        "port", 8383,
                                        "protocol", "TCP",
                                        "targetPort", "metrics")));
        assertThat(service.get("clusterIP")).isEqualTo(address);
        assertThat(String.valueOf(spec(CERTIFICATE, "marin3r-server-cert-xds").get("hosts")))
                .contains(named + ".team.svc");
    }

    @Test
    void thePods() {
        assertThat(pod())
                .containsEntry("serviceAccountName", MADE)
                .containsEntry("terminationGracePeriodSeconds", 30)
                .containsEntry(
                        "volumes",
                        List.of(
                                Map.of(
                                        "name",
                                        "server-cert",
                                        "secret",
                                        Map.of(
                                                "secretName",
                                                "marin3r-server-cert-xds",
                                                "defaultMode",
                                                420)),
                                Map.of(
                                        "name",
                                        "ca-cert",
                                        "secret",
                                        Map.of(
                                                "secretName",
                                                "marin3r-ca-cert-xds",
                                                "defaultMode",
                                                420,
                                                "items",
                                                List.of(
                                                        Map.of(
                                                                "key", "ca.crt", "path",
                                                                "tls.crt")))),
                                Map.of(
                                        "name",
                                        "client-cert",
                                        "secret",
                                        Map.of(
                                                "secretName",
                                                "envoy-sidecar-client-cert",
                                                "defaultMode",
                                                420))))
                .doesNotContainKey("priorityClassName");
        assertThat(String.valueOf(pod().get("affinity"))).contains("[amd64, arm64]", "[linux]");
        assertThat(container().get("args"))
                .isEqualTo(
                        List.of(
                                "discovery-service",
                                "--server-certificate-path=/etc/marin3r/tls/server",
                                "--ca-certificate-path=/etc/marin3r/tls/ca",
                                "--client-certificate-path=/etc/marin3r/tls/client",
                                "--xdss-port=18000",
                                "--metrics-bind-address=:8383",
                                "--health-probe-bind-address=:8384"));
        assertThat(container().get("imagePullPolicy")).isEqualTo("IfNotPresent");
        assertThat(String.valueOf(container().get("env")))
                .contains("WATCH_NAMESPACE", "value=team", "POD_NAME", "metadata.name");
        assertThat(container().get("livenessProbe"))
                .isEqualTo(
                        Map.of(
                                "httpGet",
                                Map.of("path", "/healthz", "port", 8384),
                                "failureThreshold",
                                3,
                                "periodSeconds",
                                10,
                                "successThreshold",
                                1,
                                "timeoutSeconds",
                                1));
        assertThat(String.valueOf(container().get("readinessProbe"))).contains("/readyz");
        assertThat(container().containsKey("resources")).isFalse();
        assertThat(String.valueOf(container().get("securityContext"))).contains("drop=[ALL]");
        assertThat(Fields.map(pod(), "securityContext")).containsEntry("runAsNonRoot", true);
        var deployment = spec("Deployment", MADE);
        assertThat(deployment).containsEntry("replicas", 1);
        assertThat(Fields.map(deployment, "selector", "matchLabels")).isEqualTo(service().labels());
        assertThat(Fields.map(deployment, "template", "metadata", "labels"))
                .containsEntry(DiscoveryNames.SERVER_HASH, "h1")
                .containsEntry(DiscoveryNames.BUNDLE_HASH, "b1")
                .hasSize(6);
    }

    /** The arguments name these directories, and the Service these ports. */
    @Test
    void whatTheContainerIsReachedByAndReads() {
        var container = container();
        assertThat(container.get("name")).isEqualTo("marin3r");
        assertThat(container.get("volumeMounts"))
                .isEqualTo(
                        List.of(
                                mount("server-cert", "/etc/marin3r/tls/server/"),
                                mount("ca-cert", "/etc/marin3r/tls/ca/"),
                                mount("client-cert", "/etc/marin3r/tls/client/")));
        assertThat(container.get("ports"))
                .isEqualTo(List.of(port("discovery", 18_000), port("metrics", 8_383)));
        assertThat(container.get("env"))
                .isEqualTo(
                        List.of(
                                Map.of("name", "WATCH_NAMESPACE", "value", "team"),
                                Map.of(
                                        "name",
                                        "POD_NAME",
                                        "valueFrom",
                                        Map.of(
                                                "fieldRef",
                                                Map.of(
                                                        "apiVersion",
                                                        "v1",
                                                        "fieldPath",
                                                        "metadata.name")))));
        assertThat(String.valueOf(spec("Service", MADE).get("ports")))
                .contains("targetPort=discovery", "targetPort=metrics");
    }

    private static Map<String, Object> mount(String name, String path) {
        return Map.of("name", name, "mountPath", path, "readOnly", true);
    }

    private static Map<String, Object> port(String name, int number) {
        return Map.of("name", name, "containerPort", number, "protocol", "TCP");
    }

    @Test
    void fieldsOfTheSpecReachThePods() {
        spec.putAll(
                Map.of(
                        "debug",
                        true,
                        "resources",
                        Map.of("limits", Map.of("cpu", "1")),
                        "xdsServerPort",
                        1,
                        "metricsPort",
                        2,
                        "probePort",
                        3,
                        "podPriorityClass",
                        "high",
                        "affinity",
                        Map.of("podAffinity", Map.of())));
        assertThat((List<?>) container().get("args"))
                .asString()
                .contains("--xdss-port=1,", "address=:2,", "address=:3,", "--debug");
        assertThat(container().get("resources")).isEqualTo(Map.of("limits", Map.of("cpu", "1")));
        assertThat(String.valueOf(container().get("ports")))
                .contains("containerPort=1,", "containerPort=2,");
        assertThat(pod())
                .containsEntry("priorityClassName", "high")
                .containsEntry("affinity", Map.of("podAffinity", Map.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "quay.io/3scale/marin3r:v1, , Recreate",
        "marin3r@sha256:00, , Recreate",
        "localhost:5000/marin3r, , Recreate",
        "registry.example.com/marin3r-rhel8:v0.13, , Recreate",
        "mirror/of-marin3r@sha256:00, , Recreate",
        "example.com/marin3r/other:1, , RollingUpdate",
        "dragoman-xds, , RollingUpdate",
        "dragoman-xds, Recreate, Recreate",
        "marin3r, RollingUpdate, RollingUpdate",
    })
    void twoPodsOfMarin3rNeverRunAtOnce(String image, String asked, String type) {
        issued("h1", "b1");
        spec.put("image", image);
        spec.put("deploymentStrategy", asked);
        var strategy = Fields.map(spec("Deployment", MADE), "strategy");
        assertThat(strategy).containsEntry("type", type);
        assertThat(strategy.containsKey("rollingUpdate")).isEqualTo(type.equals("RollingUpdate"));
    }

    @ParameterizedTest
    @CsvSource({"pkiConfg, true", "pkiConfig, true", "both, false"})
    void secretsAndDurationsUnderBothSpellings(String field, boolean alone) {
        var config =
                Map.of(
                        "rootCertificateAuthority",
                        Map.of("secretName", "ca", "duration", "1h"),
                        "serverCertificate",
                        Map.of("secretName", "server", "duration", "90m"));
        if (alone) {
            spec.put(field, config);
        } else {
            spec.put("pkiConfig", config);
            spec.put("pkiConfg", Map.of("serverCertificate", Map.of("secretName", "lost")));
        }
        assertThat(reasons())
                .isEqualTo(
                        alone
                                ? List.of("CertificatesPending")
                                : List.of("CertificatesPending", "NotUsed"));
        assertThat(spec(CERTIFICATE, "marin3r-ca-cert-xds")).containsEntry("validFor", 3600L);
        assertThat(spec(CERTIFICATE, "marin3r-server-cert-xds")).containsEntry("validFor", 5400L);
        assertThat(String.valueOf(spec(CERTIFICATE, "marin3r-server-cert-xds").get("secretRef")))
                .contains("name=server");
        assertThat(String.valueOf(spec(CERTIFICATE, "envoy-sidecar-client-cert").get("signer")))
                .contains("name=ca,");
        assertThat(String.valueOf(pod().get("volumes")))
                .contains("secretName=ca,", "secretName=server,");
    }

    @Test
    void theImageOfTheSettings() {
        spec.remove("image");
        issued("h1", "b1");
        assertThat(reasons()).containsExactly("ImageMissing");
        assertThat(names()).hasSize(7);
        image = "of-the-settings";
        assertThat(container().get("image")).isEqualTo("of-the-settings");
    }

    @Test
    void aServiceThatGetsOrLosesItsAddressIsMadeAnew() {
        there("Service", "team", MADE, UID, Map.of("spec", Map.of("clusterIP", "10.0.0.1")));
        assertThat(wanted().replaced()).isEmpty();
        spec.put("serviceConfig", Map.of("type", "Headless"));
        assertThat(wanted().replaced()).hasSize(1);
        there("Service", "team", MADE, UID, Map.of("spec", Map.of("clusterIP", "None")));
        assertThat(wanted().replaced()).isEmpty();
        spec.remove("serviceConfig");
        assertThat(wanted().replaced()).hasSize(1);
    }

    @Test
    void theServiceOfAnotherNameGoes() {
        services.add(there("Service", "team", "old", UID, Map.of()));
        services.add(there("Service", "team", "theirs", "somebody", Map.of()));
        services.add(there("Service", "team", MADE, UID, Map.of()));
        assertThat(wanted().obsolete())
                .singleElement()
                .satisfies(each -> assertThat(Fields.metadata(each, "name")).isEqualTo("old"));
    }
}
