package dev.dragoman.discovery.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made for an EnvoyDeployment, field by field, and what keeps it from being made. */
class EnvoyMakersTest extends EnvoyFixture {
    private static final String WORKLOAD = "Deployment";
    private static final String AUTOSCALER = "HorizontalPodAutoscaler";
    private static final String BUDGET = "PodDisruptionBudget";

    private Map<String, Object> pod() {
        return Fields.map(spec(WORKLOAD), "template", "spec");
    }

    private Map<String, Object> container(String list, int number) {
        return Json.maps(pod(), list).get(number);
    }

    private List<String> arguments(String list, int number) {
        return Json.texts(container(list, number).get("args"));
    }

    @Test
    void theCertificateIsAClientsAndOfTheRoot() {
        serviceSpec.put(
                "pkiConfg",
                Map.of(
                        "rootCertificateAuthority",
                        Map.of("secretName", "own-ca", "duration", "9h")));
        spec.put("duration", "12h");

        assertThat(made(DiscoveryNames.CERTIFICATE))
                .isEqualTo(
                        Json.literal(
                                        """
                                {"apiVersion": "operator.marin3r.3scale.net/v1alpha1", "kind": "DiscoveryServiceCertificate",
                                 "metadata": {"name": "envoy-client-cert-gateway", "namespace": "team", "labels": {
                                   "app.kubernetes.io/name": "marin3r", "app.kubernetes.io/managed-by": "marin3r-operator",
                                   "app.kubernetes.io/component": "envoy-deployment", "app.kubernetes.io/instance": "gateway"}},
                                 "spec": {"commonName": "envoy-client-cert-gateway", "client": true, "validFor": 43200,
                                   "signer": {"caSigned": {"caSecretRef": {"name": "own-ca", "namespace": "team"}}},
                                   "secretRef": {"name": "envoy-client-cert-gateway", "namespace": "team"},
                                   "certificateRenewal": {"enabled": true}}}""")
                                .entrySet()
                                .stream()
                                .collect(
                                        java.util.stream.Collectors.toMap(
                                                Map.Entry::getKey, EnvoyMakersTest::longs)));
        // as long as the root's object has another Secret, that one signs
        root = Optional.of(Map.of("spec", Map.of("secretRef", Map.of("name", "former-ca"))));
        assertThat(Json.write(made(DiscoveryNames.CERTIFICATE))).contains("\"former-ca\"");
    }

    /** As the maker has numbers of seconds. */
    private static Object longs(Map.Entry<String, Object> each) {
        if (!each.getKey().equals("spec")) {
            return each.getValue();
        }
        var spec = Json.copyMap((Map<?, ?>) each.getValue());
        spec.put("validFor", ((Number) spec.get("validFor")).longValue());
        return spec;
    }

    @Test
    void aDiscoveryServiceOfAnotherNamespaceSignsAndIsReachedThere() {
        serviceNamespace = "mesh";
        issued();

        assertThat(Json.write(made(DiscoveryNames.CERTIFICATE)))
                .contains("{\"name\":\"marin3r-ca-cert-xds\",\"namespace\":\"mesh\"}");
        assertThat(arguments("initContainers", 0)).contains("marin3r-xds.mesh.svc");
    }

    @Test
    void theDeploymentHasMarin3rsDefaults() {
        issued();

        var made = made(WORKLOAD);
        assertThat(made).containsEntry("apiVersion", "apps/v1");
        assertThat(Fields.metadata(made, "name")).isEqualTo("marin3r-envoydeployment-gateway");
        var labels =
                Map.of(
                        "app.kubernetes.io/name",
                        "marin3r",
                        "app.kubernetes.io/managed-by",
                        "marin3r-operator",
                        "app.kubernetes.io/component",
                        "envoy-deployment",
                        "app.kubernetes.io/instance",
                        "gateway");
        assertThat(Fields.map(made, "metadata", "labels")).isEqualTo(labels);
        var spec = Fields.spec(made);
        assertThat(spec)
                .containsEntry("replicas", 1)
                .containsEntry("selector", Map.of("matchLabels", labels))
                .containsEntry(
                        "strategy",
                        Map.of(
                                "type",
                                "RollingUpdate",
                                "rollingUpdate",
                                Map.of("maxUnavailable", "25%", "maxSurge", "25%")));
        assertThat(Fields.map(spec, "template", "metadata", "labels")).isEqualTo(labels);
        assertThat(pod())
                .containsEntry("serviceAccountName", "default")
                .containsEntry("terminationGracePeriodSeconds", 30L)
                .doesNotContainKey("affinity");
        assertThat(container("containers", 0))
                .containsEntry("name", "envoy")
                .containsEntry("image", "envoyproxy/envoy:v1.29.0")
                .containsEntry(
                        "ports",
                        List.of(Map.of("name", "admin", "containerPort", 9901, "protocol", "TCP")))
                .doesNotContainKeys("resources", "lifecycle");
        assertThat(arguments("containers", 0))
                .containsExactly(
                        "-c",
                        "/etc/envoy/bootstrap/config.json",
                        "--service-node",
                        "node",
                        "--service-cluster",
                        "node");
        assertThat(container("initContainers", 0)).containsEntry("image", "marin3r:set");
        assertThat(arguments("initContainers", 0))
                .containsSequence("--xdss-host", "marin3r-xds.team.svc", "--xdss-port", "18000")
                .containsSequence("--api-version", "v3")
                .containsSequence("--admin-access-log-path", "/dev/null")
                .containsSequence("--admin-bind-address", "0.0.0.0:9901");
        assertThat(Json.maps(pod(), "containers")).hasSize(1);
        assertThat(Json.write(pod().get("volumes")))
                .isEqualTo(
                        """
                        [{"name":"envoy-tls","secret":{"secretName":"envoy-client-cert-gateway","defaultMode":420}},\
                        {"name":"envoy-bootstrap","emptyDir":{}}]""");
    }

    @Test
    void theDeploymentHasWhatTheSpecSays() {
        issued();
        serviceSpec.put("serviceConfig", Map.of("name", "envoy-xds"));
        serviceSpec.put("xdsServerPort", 18001);
        spec.putAll(
                Json.literal(
                        """
                        {"clusterID": "cluster", "image": "envoy:1", "extraArgs": ["--a", "b"], "adminPort": 9902,
                         "adminAccessLogPath": "/dev/stdout", "replicas": {"static": 3}, "affinity": {"podAffinity": {}},
                         "ports": [{"name": "http", "port": 8080}, {"name": "dns", "port": 53, "protocol": "UDP"}],
                         "resources": {"requests": {"cpu": "1"}},
                         "livenessProbe": {"initialDelaySeconds": 1, "timeoutSeconds": 2, "periodSeconds": 3, "successThreshold": 1, "failureThreshold": 5},
                         "readinessProbe": {"initialDelaySeconds": 6, "timeoutSeconds": 7, "periodSeconds": 8, "successThreshold": 9, "failureThreshold": 10},
                         "initManager": {"image": "init:1"},
                         "shutdownManager": {"image": "stop:1", "serverPort": 8091, "drainTime": 60, "drainStrategy": "immediate"}}"""));

        assertThat(spec(WORKLOAD)).containsEntry("replicas", 3);
        assertThat(pod())
                .containsEntry("affinity", Map.of("podAffinity", Map.of()))
                .containsEntry("terminationGracePeriodSeconds", 60L);
        var envoy = container("containers", 0);
        assertThat(envoy)
                .containsEntry("image", "envoy:1")
                .containsEntry("resources", Map.of("requests", Map.of("cpu", "1")));
        assertThat(Json.write(envoy.get("ports")))
                .isEqualTo(
                        """
                        [{"name":"http","containerPort":8080,"protocol":"TCP"},{"name":"dns","containerPort":53,"protocol":"UDP"},\
                        {"name":"admin","containerPort":9902,"protocol":"TCP"}]""");
        assertThat(Fields.map(envoy, "livenessProbe"))
                .containsEntry("initialDelaySeconds", 1)
                .containsEntry("failureThreshold", 5);
        assertThat(Fields.map(envoy, "readinessProbe")).containsEntry("successThreshold", 9);
        assertThat(arguments("containers", 0))
                .endsWith(
                        "--service-cluster",
                        "cluster",
                        "--drain-time-s",
                        "60",
                        "--drain-strategy",
                        "immediate",
                        "--a",
                        "b");
        assertThat(container("initContainers", 0)).containsEntry("image", "init:1");
        assertThat(arguments("initContainers", 0))
                .containsSequence("--xdss-host", "envoy-xds.team.svc", "--xdss-port", "18001")
                .containsSequence("--admin-bind-address", "0.0.0.0:9902");
        var manager = container("containers", 1);
        assertThat(manager).containsEntry("image", "stop:1");
        assertThat(arguments("containers", 1))
                .as("their port, and the admin port, which MARIN3R does not pass on")
                .containsExactly(
                        "shutdown-manager",
                        "--port",
                        "8091",
                        "--envoy-admin-address",
                        "http://localhost:9902");
        assertThat(Json.write(Fields.map(envoy, "lifecycle"))).contains("/shutdown", "8091");
    }

    @Test
    void anEmptyShutdownManagerHasDefaults() {
        issued();
        spec.put("shutdownManager", Map.of());

        assertThat(pod()).containsEntry("terminationGracePeriodSeconds", 300L);
        assertThat(arguments("containers", 0)).endsWith("300", "--drain-strategy", "gradual");
        assertThat(arguments("containers", 1))
                .containsExactly("shutdown-manager", "--port", "8090");
        assertThat(container("containers", 1)).containsEntry("image", "marin3r:set");
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', '', ImageMissing",
        "'', ds:1, '', ds:1",
        "set:1, ds:1, '', set:1",
        "'', '', own:1, own:1"
    })
    void marin3rsImageIsThatOfTheSpecTheSettingOrTheDiscoveryService(
            String setting, String service, String own, String expected) {
        issued();
        image = setting;
        serviceSpec.put("image", service);
        spec.put("initManager", Map.of("image", own));

        if (expected.equals("ImageMissing")) {
            assertThat(reasons()).containsExactly(expected);
            assertThat(kinds()).containsExactly(DiscoveryNames.CERTIFICATE);
        } else {
            assertThat(container("initContainers", 0)).containsEntry("image", expected);
        }
    }

    @Test
    void theAutoscalerHasAllThatTheSpecSays() {
        issued();
        var dynamic =
                Json.literal(
                        """
                        {"minReplicas": 2, "maxReplicas": 5, "behavior": {"scaleDown": {"stabilizationWindowSeconds": 60}},
                         "metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}}}]}""");
        spec.put("replicas", Map.of("dynamic", dynamic));

        var expected =
                Json.object(
                        "scaleTargetRef",
                        Map.of(
                                "apiVersion",
                                "apps/v1",
                                "kind",
                                "Deployment",
                                "name",
                                "marin3r-envoydeployment-gateway"));
        expected.putAll(dynamic);
        assertThat(made(AUTOSCALER)).containsEntry("apiVersion", "autoscaling/v2");
        assertThat(spec(AUTOSCALER)).isEqualTo(expected);
        assertThat(spec(WORKLOAD)).doesNotContainKey("replicas");
    }

    @Test
    void aNumberOfPodsThatWasAppliedStaysUntilTheAutoscalerWritesOne() {
        issued();
        spec.put("replicas", Map.of("dynamic", Map.of("maxReplicas", 5)));
        own(
                WORKLOAD,
                Map.of(
                        "spec",
                        Map.of("replicas", 4),
                        "metadata",
                        Json.literal(
                                """
                                {"name": "marin3r-envoydeployment-gateway", "namespace": "team", "ownerReferences": [{"uid": "uid-gateway"}],
                                 "managedFields": [{"manager": "dragoman-envoy-deployments", "operation": "Apply",
                                   "fieldsV1": {"f:spec": {"f:replicas": {}}}}]}""")));

        assertThat(spec(WORKLOAD)).containsEntry("replicas", 4);
    }

    @ParameterizedTest
    @CsvSource({
        "'{}', 1",
        "'{\"static\": 0}', 0",
        "'{\"static\": 2, \"dynamic\": {\"maxReplicas\": 5}}', 2"
    })
    void aStaticNumberHasPrecedence(String replicas, int expected) {
        issued();
        spec.put("replicas", Json.literal(replicas));

        assertThat(spec(WORKLOAD)).containsEntry("replicas", expected);
        assertThat(kinds()).doesNotContain(AUTOSCALER);
    }

    @ParameterizedTest
    @CsvSource({"minAvailable, 1", "maxUnavailable, 50%"})
    void theBudgetHasItsLimit(String field, String value) {
        spec.put("podDisruptionBudget", Map.of(field, value));

        assertThat(spec(BUDGET))
                .containsEntry(field, value)
                .containsEntry("selector", Map.of("matchLabels", envoys().labels()))
                .hasSize(2);
    }

    @Test
    void whatTheSpecNoLongerHasGoes() {
        issued();
        running();
        own(AUTOSCALER, Map.of());
        own(BUDGET, Map.of());
        spec.put("podDisruptionBudget", Map.of());

        assertThat(compared().obsolete())
                .extracting(each -> each.get("kind"))
                .containsExactly(BUDGET, AUTOSCALER);
    }

    @Test
    void whatIsReferredToIsWaitedForAndNothingGoesMeanwhile() {
        issued();
        running();
        own(AUTOSCALER, Map.of());
        hasService = false;
        assertThat(reasons()).containsExactly("DiscoveryServiceMissing");
        assertThat(message()).contains("namespace team has no DiscoveryService xds");
        assertThat(compared().wanted()).isEmpty();
        assertThat(compared().obsolete()).isEmpty();
        hasService = true;
        hasConfig = false;
        assertThat(reasons()).containsExactly("EnvoyConfigMissing");
        assertThat(message()).contains("no EnvoyConfig routes in namespace team");
        assertThat(compared().obsolete()).isEmpty();
    }

    @Test
    void podsAreNotStartedWithoutACertificate() {
        assertThat(kinds()).containsExactly(DiscoveryNames.CERTIFICATE);
        assertThat(reasons()).containsExactly("CertificatesPending");
        assertThat(message()).contains("no pods are started until then");
        // those that run are changed all the same
        running();
        assertThat(kinds()).containsExactly(DiscoveryNames.CERTIFICATE, WORKLOAD);
        own(
                DiscoveryNames.CERTIFICATE,
                Map.of(
                        "status",
                        Map.of(
                                "certificateHash",
                                "h",
                                "conditions",
                                List.of(
                                        Map.of(
                                                "type",
                                                "Ready",
                                                "status",
                                                "False",
                                                "reason",
                                                "CaMissing",
                                                "message",
                                                "no CA")))));
        assertThat(reasons()).containsExactly("CertificatesFailing");
        assertThat(message()).contains("CaMissing: no CA");
    }

    @ParameterizedTest
    @CsvSource({"Deployment", "HorizontalPodAutoscaler", "DiscoveryServiceCertificate"})
    void whatBelongsToOthersIsLeftAlone(String kind) {
        issued();
        spec.put("replicas", Map.of("dynamic", Map.of("maxReplicas", 5)));
        there(kind, "somebody", Map.of("status", Map.of("certificateHash", "h")));

        assertThat(reasons()).contains("NotOurs");
        assertThat(kinds()).doesNotContain(kind, WORKLOAD);
        assertThat(compared().obsolete()).isEmpty();
    }

    @Test
    void anAutoscalerOfOthersIsNotInTheWayWhereNoneIsWanted() {
        issued();
        there(AUTOSCALER, "somebody", Map.of());

        assertThat(reasons()).containsExactly("RollingOut");
        assertThat(kinds()).containsExactly(DiscoveryNames.CERTIFICATE, WORKLOAD);
    }

    @ParameterizedTest
    @CsvSource({
        "duration, 2 days, spec.duration",
        "duration, 1s, spec.duration",
        "discoveryServiceRef, ../x, spec.discoveryServiceRef '../x'",
        "envoyConfigRef, '', spec.envoyConfigRef ''"
    })
    void aWrongSpecIsTold(String field, String value, String told) {
        issued();
        running();
        spec.put(field, value);

        assertThat(reasons()).containsExactly("InvalidSpec");
        assertThat(message()).contains(told);
        assertThat(compared().wanted()).isEmpty();
        assertThat(compared().obsolete()).isEmpty();
    }

    @Test
    void aNameThatIsTooLongIsTold() {
        metadata.put("name", "g".repeat(46));

        assertThat(reasons()).containsExactly("InvalidSpec");
        assertThat(message()).contains("46 characters", "45 at most");
    }

    @Test
    void itIsReadyWhenItsPodsAre() {
        issued();
        running();
        var steps = steps();
        assertThat(steps.getFirst()).isInstanceOf(ObjectStep.Apply.class);
        var ending = (Ending) steps.getLast();
        assertThat(ending.ready().orElseThrow().reason())
                .as("what was applied just now is looked at again")
                .isEqualTo("CertificatesPending");
        assertThat(ending.status().orElseThrow())
                .containsEntry("observedGeneration", 3L)
                .containsEntry("deploymentName", "marin3r-envoydeployment-gateway")
                .containsEntry(
                        "deploymentStatus",
                        Map.of("replicas", 1, "updatedReplicas", 1, "availableReplicas", 1));
        var done = (Ending) EnvoyDecision.next(facts(), Results.NONE);
        assertThat(done.ready().orElseThrow().reason()).isEqualTo("Reconciled");
    }

    @Test
    void nothingIsDoneForOneThatGoes() {
        assertThat(EnvoyDecision.next(new EnvoyFacts(envoys(), Optional.empty()), Results.NONE))
                .isInstanceOf(Ending.class);
    }
}
