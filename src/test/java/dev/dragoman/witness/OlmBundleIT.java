package dev.dragoman.witness;

import static dev.dragoman.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.cluster.Account;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.Binaries;
import dev.dragoman.sandbox.controlplane.GoSources;
import dev.dragoman.sandbox.controlplane.Program;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Full;
import dev.dragoman.tools.catalog.Yaml;
import dev.dragoman.tools.olm.BuildBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * The bundle for the Operator Lifecycle Manager: beside what kustomize makes of {@code
 * kubernetes/base}, judged by the validators of the Operator Framework, and by OLM's definition.
 */
@Full
class OlmBundleIT {
    private static final Install INSTALL = Account.AZURE.on(SharedControlPlane.shared());
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path KINDS = Path.of("kubernetes/crds/kinds.yaml");
    private static final Set<String> NAMESPACED =
            Set.of("PodDisruptionBudget", "Role", "RoleBinding", "Service");

    /**
     * The judge takes the rule for events.k8s.io for one of version v1beta1. A rule has no version,
     * and the operator writes v1.
     */
    private static final String WRONG_WARNING =
            "Warning: Value dragoman.v0.1.0: this bundle is using APIs which were deprecated and"
                    + " removed in v1.25. More info:"
                    + " https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-25."
                    + " Migrate the API(s) for events:"
                    + " ([\"ClusterServiceVersion.Spec.InstallStrategy.StrategySpec.ClusterPermissions[0].Rules[4]\"])\n";

    private static final String VERSION = "dragoman.clusterserviceversion.yaml";

    @TempDir private static Path built;

    private record Said(int code, String text) {}

    @BeforeAll
    static void build() {
        assertThat(build(built)).isZero();
    }

    private static int build(Path output) {
        return new CommandLine(new BuildBundle())
                .execute(
                        "--kubernetes=kubernetes",
                        "--kinds=" + KINDS,
                        "--files=tools/olm",
                        "--image=registry.example.com/dragoman:0.1.0",
                        "--output=" + output);
    }

    private static Map<String, ObjectNode> objects(String yaml) {
        var all = new TreeMap<String, ObjectNode>();
        for (var each : Yaml.documents(yaml)) {
            ObjectNode object = JSON.valueToTree(each);
            var key = object.path("kind").asText() + "/" + object.at("/metadata/name").asText();
            assertThat(all.put(key, object)).as(key).isNull();
        }
        return all;
    }

    /** The objects in the bundle, without those that OLM makes of its ClusterServiceVersion. */
    private static Map<String, ObjectNode> manifests() throws IOException {
        var all = new TreeMap<String, ObjectNode>();
        try (var files = Files.list(built.resolve("bundle/manifests"))) {
            for (var file : files.toList()) {
                all.putAll(objects(Files.readString(file)));
            }
        }
        return all;
    }

    /** As OLM does, with names that the base has, where OLM's have a hash. */
    private static Map<String, JsonNode> madeByOlm(JsonNode version) {
        var all = new TreeMap<String, JsonNode>();
        for (var each : version.at("/spec/install/spec/clusterPermissions")) {
            var account = each.path("serviceAccountName").asText();
            all.put("ServiceAccount/" + account, JSON.createObjectNode());
            all.put("ClusterRole/" + account, each.path("rules"));
            var subject =
                    JSON.createObjectNode()
                            .put("kind", "ServiceAccount")
                            .put("name", account)
                            .put("namespace", "dragoman-system");
            all.put("ClusterRoleBinding/" + account, JSON.createArrayNode().add(subject));
        }
        for (var each : version.at("/spec/install/spec/deployments")) {
            all.put("Deployment/" + each.path("name").asText(), each);
        }
        return all;
    }

    @Test
    void withWhatIsAppliedBesideItIsTheBaseAndTheKinds() throws Exception {
        var wanted = objects(kustomized());
        wanted.putAll(objects(Files.readString(KINDS)));
        var bundle = manifests();
        var version = bundle.remove("ClusterServiceVersion/dragoman.v0.1.0");
        var beside = objects(Files.readString(built.resolve("beside.yaml")));
        assertThat(beside.keySet())
                .containsExactly(
                        "MutatingAdmissionPolicy/applied-version.dragoman.dev",
                        "MutatingAdmissionPolicyBinding/applied-version.dragoman.dev",
                        "NetworkPolicy/dragoman",
                        "ValidatingAdmissionPolicy/dragoman-secrets",
                        "ValidatingAdmissionPolicy/objects.dragoman.dev",
                        "ValidatingAdmissionPolicyBinding/dragoman-secrets",
                        "ValidatingAdmissionPolicyBinding/objects.dragoman.dev");
        for (var each : bundle.values()) {
            // what OLM adds, as it does to what it makes itself
            if (NAMESPACED.contains(each.path("kind").asText())) {
                assertThat(each.at("/metadata/namespace").isMissingNode()).isTrue();
                each.withObject("/metadata").put("namespace", "dragoman-system");
            }
        }
        bundle.putAll(beside);
        bundle.put("Namespace/dragoman-system", template(version));
        bundle.forEach(
                (name, object) -> assertThat(object).as(name).isEqualTo(wanted.remove(name)));

        // what is left of the base is exactly what OLM makes
        var made = madeByOlm(version);
        assertThat(wanted.keySet()).isEqualTo(made.keySet());
        var role = wanted.get("ClusterRole/dragoman");
        assertThat(made.get("ClusterRole/dragoman")).isEqualTo(role.path("rules"));
        var binding = wanted.get("ClusterRoleBinding/dragoman");
        assertThat(made.get("ClusterRoleBinding/dragoman")).isEqualTo(binding.path("subjects"));
        var account = wanted.get("ServiceAccount/dragoman");
        assertThat(account.size()).as("%s has nothing but a name", account).isEqualTo(3);
        assertSame(made.get("Deployment/dragoman"), wanted.get("Deployment/dragoman"));
    }

    private static ObjectNode template(JsonNode version) throws IOException {
        var annotations = version.at("/metadata/annotations");
        assertThat(annotations.path("operatorframework.io/suggested-namespace").asText())
                .isEqualTo("dragoman-system");
        var template = annotations.path("operatorframework.io/suggested-namespace-template");
        return (ObjectNode) JSON.readTree(template.asText());
    }

    /** But for the image, and for where the list of namespaces comes from. */
    private static void assertSame(JsonNode made, ObjectNode wanted) {
        assertThat(made.path("label")).isEqualTo(wanted.at("/metadata/labels"));
        ObjectNode spec = made.path("spec").deepCopy();
        var container = (ObjectNode) spec.at("/template/spec/containers/0");
        var base = wanted.at("/spec/template/spec/containers/0");
        assertThat(container.path("image").asText())
                .isEqualTo("registry.example.com/dragoman:0.1.0");
        container.set("image", base.path("image"));
        var changed = new ArrayList<String>();
        for (int i = 0; i < base.path("env").size(); i++) {
            if (!container.path("env").path(i).equals(base.path("env").path(i))) {
                changed.add(container.path("env").path(i).toString());
                container.withArray("/env").remove(i);
                container.withArray("/env").insert(i, base.path("env").path(i));
            }
        }
        assertThat(changed).hasSize(1);
        assertThat(changed.getFirst())
                .contains(
                        "AZURE_TARGET_NAMESPACES", "metadata.annotations['olm.targetNamespaces']");
        assertThat(spec).isEqualTo(wanted.path("spec"));
    }

    private static String kustomized() throws Exception {
        var kubectl = SharedControlPlane.shared().kubectl().toString();
        return run(List.of(kubectl, "kustomize", "kubernetes/base")).text();
    }

    @Test
    void theOperatorFrameworkFindsNoError() throws Exception {
        var said = judge(built);
        assertThat(said.text()).isEqualTo(WRONG_WARNING);
        assertThat(said.code()).isZero();
    }

    /** Or the test above would show nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    manifests/dragoman.clusterserviceversion.yaml | minKubeVersion: "1.30.0" | minKubeVersion: "new"      | MinKubeVersion
                    manifests/dragoman.clusterserviceversion.yaml | supported: true          | supported: false           | InstallModeTypes
                    manifests/dragoman.clusterserviceversion.yaml | kind: "ResourceGroup"    | kind: "ResourceGroups"     | resourcegroups
                    manifests/dragoman.clusterserviceversion.yaml | image/svg+xml            | image/webp                 | mediatype
                    manifests/dragoman.clusterserviceversion.yaml | name: "Dragoman"         | url: "https://example.com" | Provider.Name
                    manifests/dragoman.role.yaml                  | kind: "Role"             | kind: "ReplicaSet"         | ReplicaSet
                    metadata/annotations.yaml                     | registry+v1              | registry+v9                | mediatype
                    metadata/annotations.yaml                     | bundle.package.v1        | bundle.pack.v1             | package
                    """)
    void aDamagedBundleIsRefused(
            String file, String right, String wrong, String said, @TempDir Path damaged)
            throws Exception {
        assertThat(build(damaged)).isZero();
        var path = damaged.resolve("bundle").resolve(file);
        var text = Files.readString(path);
        assertThat(text).contains(right);
        Files.writeString(path, text.replace(right, wrong));
        var refused = judge(damaged);
        assertThat(refused.code()).as(refused.text()).isEqualTo(1);
        assertThat(refused.text()).contains(said);
    }

    /** The API server refuses fields that the definition does not know. */
    @Test
    void theDefinitionOfOlmTakesTheVersion() throws IOException {
        var definition =
                GoSources.of("olm-bundle", "github.com/operator-framework/api", _ -> {})
                        .resolve("crds/operators.coreos.com_clusterserviceversions.yaml")
                        .toString();
        // too large for the annotation of a client's apply
        var _ = INSTALL.kubectl(List.of("apply", "--server-side", "-f", definition));
        try {
            var name = "crd/clusterserviceversions.operators.coreos.com";
            var established = List.of("wait", "--for=condition=Established", name);
            await().ignoreExceptions().until(() -> !INSTALL.kubectl(established).isEmpty());
            var file = built.resolve("bundle/manifests").resolve(VERSION).toString();
            var said =
                    INSTALL.kubectl(
                            List.of(
                                    "apply",
                                    "--server-side",
                                    "--validate=strict",
                                    "--dry-run=server",
                                    "--namespace=default",
                                    "-f",
                                    file));
            assertThat(said).asString().contains("serverside-applied (server dry run)");
        } finally {
            var _ = INSTALL.kubectl(List.of("delete", "-f", definition));
        }
    }

    @Test
    void theImageOfTheBundleHasTheSameLabels() throws IOException {
        var annotations = objectsOf(built.resolve("bundle/metadata/annotations.yaml"));
        var labels = new TreeMap<String, String>();
        for (var line : Files.readAllLines(built.resolve("bundle.Dockerfile"))) {
            if (line.startsWith("LABEL ")) {
                var pair = line.substring("LABEL ".length()).split("=", 2);
                labels.put(pair[0], pair[1]);
            }
        }
        assertThat(labels).isEqualTo(annotations);
    }

    private static Map<?, ?> objectsOf(Path file) throws IOException {
        return new TreeMap<>((Map<?, ?>) Yaml.object(Files.readString(file)).get("annotations"));
    }

    private static Said judge(Path directory) throws Exception {
        var program = new Binaries(System.err::println).path(Program.OLM_BUNDLE).toString();
        return run(List.of(program, directory.resolve("bundle").toString()));
    }

    private static Said run(List<String> command) throws Exception {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            var text = new String(process.getInputStream().readAllBytes(), UTF_8);
            return new Said(process.waitFor(), text);
        } finally {
            process.destroyForcibly();
        }
    }
}
