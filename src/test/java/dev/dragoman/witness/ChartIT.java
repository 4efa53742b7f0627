package dev.dragoman.witness;

import static dev.dragoman.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.Options;
import dev.dragoman.sandbox.controlplane.Program;
import dev.dragoman.tier.Campaign;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The chart beside what kustomize makes of {@code kubernetes/base}, and on a real API server with
 * helm, which Go builds for it.
 */
@Campaign
class ChartIT {
    private static final String CHART = Path.of("charts/dragoman").toAbsolutePath().toString();
    private static final String NAMESPACE = "azureserviceoperator-system";
    private static final String KINDS = "resources.azure.com/*;storage.azure.com/*";

    @TempDir private static Path home;
    private static ControlPlane plane;
    private static Path helm;

    private record Done(int code, String text) {}

    @BeforeAll
    static void start() {
        helm = new Binaries(System.err::println).path(Program.HELM);
        plane = ControlPlane.start(Options.defaults());
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static Done run(List<String> command) throws Exception {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        for (var each : List.of("HELM_CONFIG_HOME", "HELM_CACHE_HOME", "HELM_DATA_HOME")) {
            builder.environment().put(each, home.toString());
        }
        var process = builder.start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Done(process.waitFor(), text);
    }

    private static String ok(List<String> command) throws Exception {
        var done = run(command);
        assertThat(done.code()).as(command + ": " + done.text()).isZero();
        return done.text();
    }

    private static List<String> of(Object... parts) {
        var out = new ArrayList<String>();
        for (var part : parts) {
            if (part instanceof List<?> list) {
                list.forEach(each -> out.add(String.valueOf(each)));
            } else {
                out.add(String.valueOf(part));
            }
        }
        return out;
    }

    private static Done template(String namespace, String... options) throws Exception {
        return run(
                of(
                        helm,
                        "template",
                        "dragoman",
                        CHART,
                        "--namespace=" + namespace,
                        "--kube-version=1.36.3",
                        "--api-versions=admissionregistration.k8s.io/v1/MutatingAdmissionPolicy",
                        List.of(options)));
    }

    /** By kind and name, without what each tool adds of its own. */
    private static Map<String, Map<String, Object>> objects(String yaml) {
        var out = new TreeMap<String, Map<String, Object>>();
        var settings = LoadSettings.builder().build();
        for (var each : new Load(settings).loadAllFromString(yaml)) {
            if (each != null) {
                var object = map(each);
                var metadata = map(object.get("metadata"));
                if (metadata.get("labels") != null) {
                    map(metadata.get("labels")).remove("helm.sh/chart");
                    map(metadata.get("labels")).remove("app.kubernetes.io/managed-by");
                }
                out.put(object.get("kind") + "/" + metadata.get("name"), object);
            }
        }
        return out;
    }

    @SuppressWarnings("unchecked") // YAML objects have text keys
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    private static String kubectl(String... arguments) throws Exception {
        return ok(
                of(plane.kubectl(), "--kubeconfig=" + plane.adminKubeconfig(), List.of(arguments)));
    }

    @Test
    void withoutValuesItIsTheBase() throws Exception {
        var base = objects(kubectl("kustomize", Path.of("kubernetes/base").toString()));
        // helm makes it, with --create-namespace
        assertThat(base.remove("Namespace/dragoman-system")).isNotNull();
        var rendered = template("dragoman-system");
        assertThat(rendered.code()).as(rendered.text()).isZero();
        var chart = objects(rendered.text());
        assertThat(chart.keySet()).isEqualTo(base.keySet());
        base.forEach((name, object) -> assertThat(chart.get(name)).as(name).isEqualTo(object));
    }

    /** What a HelmRelease for Azure Service Operator says, with another image. */
    private static Path values() throws IOException {
        return Files.writeString(
                home.resolve("values.yaml"),
                """
                image: {repository: 'registry.example.com/team/dragoman:0.1.0'}
                crdPattern: '%s'
                azureSubscriptionID: 00000000-0000-0000-0000-000000000001
                azureTenantID: 00000000-0000-0000-0000-000000000002
                azureClientID: 00000000-0000-0000-0000-000000000003
                useWorkloadIdentityAuth: true
                azureSyncPeriod: 15m
                azureTargetNamespaces: [one, two]
                maxConcurrentReconciles: 4
                rateLimit: {mode: disabled}
                webhook: {port: 9443}
                metrics: {enable: true}
                networkPolicies: {enable: true, sqlCIDR: 10.0.0.0/8}
                serviceAccount: {name: azureserviceoperator-default}
                extraEnv:
                - {name: HTTPS_PROXY, value: 'http://proxy.example.com:3128'}
                """
                        .formatted(KINDS));
    }

    @Test
    void aReleaseOfTheOtherChartIsInstalled() throws Exception {
        kubectl("create", "namespace", NAMESPACE);
        var rendered = template(NAMESPACE, "--values=" + values());
        assertThat(rendered.code()).as(rendered.text()).isZero();
        var objects = objects(rendered.text());
        kindsComeByTheJob(objects);

        var said =
                ok(
                        of(
                                helm,
                                "install",
                                "dragoman",
                                CHART,
                                "--namespace=" + NAMESPACE,
                                "--kubeconfig=" + plane.adminKubeconfig(),
                                // nothing runs pods here: the Job ran above
                                "--no-hooks",
                                "--values=" + values()));

        assertThat(said)
                .contains(
                        "Its kinds were installed: " + KINDS.replace(";", ","),
                        "Not used: maxConcurrentReconciles.",
                        "Not used: rateLimit.",
                        "Not used: webhook.",
                        "Not used: networkPolicies.sqlCIDR.")
                .doesNotContain("There is no credential");
        var secret =
                plane.client()
                        .secrets()
                        .inNamespace(NAMESPACE)
                        .withName("aso-controller-settings")
                        .get();
        assertThat(secret.getData())
                .containsOnlyKeys(
                        "AZURE_SUBSCRIPTION_ID",
                        "AZURE_TENANT_ID",
                        "AZURE_CLIENT_ID",
                        "USE_WORKLOAD_IDENTITY_AUTH",
                        "AZURE_SYNC_PERIOD",
                        "AZURE_TARGET_NAMESPACES");
        var pod =
                plane.client()
                        .apps()
                        .deployments()
                        .inNamespace(NAMESPACE)
                        .withName("dragoman")
                        .get()
                        .getSpec()
                        .getTemplate()
                        .getSpec();
        assertThat(pod.getServiceAccountName()).isEqualTo("azureserviceoperator-default");
        assertThat(pod.getContainers().getFirst().getImage())
                .isEqualTo("registry.example.com/team/dragoman:0.1.0");
        assertThat(pod.getContainers().getFirst().getEnv())
                .anyMatch(each -> each.getName().equals("HTTPS_PROXY"));
        await().untilAsserted(
                        () ->
                                assertThat(
                                                kubectl(
                                                        "auth",
                                                        "can-i",
                                                        "patch",
                                                        "storageaccounts.storage.azure.com",
                                                        "--as=system:serviceaccount:%s:azureserviceoperator-default"
                                                                .formatted(NAMESPACE)))
                                        .startsWith("yes"));
    }

    /** What helm does before, by the account and with the arguments of the Job. */
    private static void kindsComeByTheJob(Map<String, Map<String, Object>> objects)
            throws Exception {
        var account = "dragoman-kinds";
        for (var kind : List.of("ServiceAccount", "ClusterRole", "ClusterRoleBinding")) {
            var object = objects.get(kind + "/" + account);
            assertThat(map(map(object.get("metadata")).get("annotations")))
                    .containsEntry("helm.sh/hook", "pre-install,pre-upgrade");
            var file = home.resolve(kind + ".yaml");
            kubectl(
                    "apply",
                    "-f",
                    Files.writeString(file, Serialization.asYaml(object)).toString());
        }
        var job =
                Serialization.unmarshal(
                        Serialization.asYaml(objects.get("Job/" + account)), Job.class);
        var container = job.getSpec().getTemplate().getSpec().getContainers().getFirst();
        assertThat(container.getCommand()).isEqualTo(javaOfTheImage());
        assertThat(container.getArgs())
                .containsExactly(
                        "crds",
                        "--apply",
                        "--kinds=" + KINDS.replace(";", ","),
                        "--operator=" + NAMESPACE + ":azureserviceoperator-default");
        var kubeconfig = plane.serviceAccountKubeconfig(NAMESPACE, account);
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        var command =
                of(
                        java,
                        "-cp",
                        classPath,
                        "dev.dragoman.cli.Dragoman",
                        container.getArgs(),
                        "--kubeconfig",
                        kubeconfig);
        ok(command);
        // again, as an upgrade does
        ok(command);
        kubectl(
                "wait",
                "--for=condition=Established",
                "crd/storageaccounts.storage.azure.com",
                Patience.timeout());
        for (var right :
                List.of(
                        "delete customresourcedefinitions",
                        "create secrets",
                        "get secrets",
                        "create clusterroles")) {
            var words = right.split(" ", -1);
            var asked =
                    run(
                            of(
                                    plane.kubectl(),
                                    "--kubeconfig=" + kubeconfig,
                                    "auth",
                                    "can-i",
                                    words[0],
                                    words[1],
                                    "-A"));
            assertThat(asked.text()).as(right).contains("no");
        }
    }

    /** The image starts the operator by it, from a cache that is no good for another command. */
    private static List<String> javaOfTheImage() throws IOException {
        var entry = "ENTRYPOINT ";
        var line =
                Files.readAllLines(Path.of("Dockerfile")).stream()
                        .filter(each -> each.startsWith(entry))
                        .findFirst()
                        .orElseThrow();
        String[] words = Serialization.unmarshal(line.substring(entry.length()), String[].class);
        return Arrays.stream(words).filter(each -> !each.startsWith("-XX:AOTCache=")).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "image.repository=mcr.example.com/k8s/azureserviceoperator:v2.15.0, the image of Azure Service Operator",
        "aadPodIdentity.enable=true, its kinds are not made",
        "azureOperatorMode=webhooks, there are no webhooks",
        "multitenant.enable=true, there are no webhooks",
        "metrics.secure=true, served by HTTP",
        "metrics.profiling=true, there are no profiles",
        "metrics.enable=false, cannot be turned off",
        "metrics.port=8443, served at port 8081",
        "crdLabels.a=b, no labels of yours",
        "unheard=x, unheard",
        "image.unheard=x, unheard"
    })
    void whatThereIsNotIsRefused(String value, String why) throws Exception {
        var done = template("dragoman-system", "--set", value);
        assertThat(done.code()).as(done.text()).isNotZero();
        assertThat(done.text()).contains(why);
    }

    @Test
    void settingsThatNothingWouldReadAreRefused() throws Exception {
        var secret = "not-to-be-shown";
        var done =
                template(
                        "dragoman-system",
                        "--set=createAzureOperatorSecret=false,azureClientSecret=" + secret);
        assertThat(done.code()).isNotZero();
        assertThat(done.text()).contains("AZURE_CLIENT_SECRET").doesNotContain(secret);
    }
}
