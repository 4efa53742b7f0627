package dev.dragoman.cli.crds;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Patience;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cli.Commands;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Landing;
import dev.dragoman.tools.catalog.Archives;
import dev.dragoman.tools.catalog.TestArchives;
import dev.dragoman.tools.catalog.Yaml;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the printed CRDs and their policy do on a real API server. */
@Landing
class CrdsCommandIT {
    private static final String NAMESPACE = "crds";
    private static final String ACCOUNTS = "storageaccounts.storage.azure.com";
    private static final List<String> KINDS = Install.sampleKinds();
    private static ControlPlane plane;

    @BeforeAll
    static void install() throws Exception {
        plane = SharedControlPlane.shared();
        var text = new StringWriter();
        assertThat(
                        Commands.line()
                                .setOut(new PrintWriter(text))
                                .execute("crds", "--kinds", String.join(",", KINDS)))
                .isZero();
        ok(text.toString(), "apply", "--server-side", "--force-conflicts", "-f", "-");
        // not those of other tests, which may go meanwhile
        var ours = "-l=app.kubernetes.io/name=dragoman";
        ok("", "wait", "--for=condition=Established", "crd", ours, Patience.timeout());
        ok("", "create", "namespace", NAMESPACE);
        // Kinds and policy take effect a moment after they were written.
        await().untilAsserted(
                        () -> {
                            ok(account("first", "v20230101"), "apply", "--server-side", "-f", "-");
                            String stamp = stamp("first");
                            ok("", "delete", ACCOUNTS, "first");
                            assertThat(stamp).isEqualTo("v20230101");
                        });
    }

    private record Done(int exit, String text) {}

    private static Done kubectl(String input, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(plane.kubectl().toString());
        command.add("--kubeconfig=" + plane.adminKubeconfig());
        command.add("--namespace=" + NAMESPACE);
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Done(process.waitFor(), text);
    }

    private static String ok(String input, String... arguments) throws Exception {
        Done done = kubectl(input, arguments);
        assertThat(done.exit()).as(String.join(" ", arguments) + ": " + done.text()).isZero();
        return done.text();
    }

    private static String refused(String input, String... arguments) throws Exception {
        Done done = kubectl(input, arguments);
        assertThat(done.exit()).as(String.join(" ", arguments)).isNotZero();
        return done.text();
    }

    private static String account(String name, String version) {
        return """
                apiVersion: storage.azure.com/%s
                kind: StorageAccount
                metadata: {name: %s}
                spec:
                  location: westus2
                  kind: StorageV2
                  sku: {name: Standard_LRS}
                  owner: {name: rg}
                  accessTier: Hot
                """
                .formatted(version, name);
    }

    private static String stamp(String name) throws Exception {
        return ok(
                "",
                "get",
                ACCOUNTS,
                name,
                "-o",
                "jsonpath={.metadata.annotations.dragoman\\.dev/applied-version}");
    }

    private static String revision(String name) throws Exception {
        return ok("", "get", ACCOUNTS, name, "-o", "jsonpath={.metadata.resourceVersion}");
    }

    private static void patch(String name, String json) throws Exception {
        ok("", "patch", ACCOUNTS, name, "--type=merge", "-p", json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--server-side=true", "--server-side=false"})
    void applyingAnotherVersionOfAnEqualSpecMovesTheStamp(String side) throws Exception {
        String name = side.endsWith("true") ? "switched" : "switchedbyclient";
        for (String version : List.of("v20230101", "v20250601", "v1api20230101", "v20230101")) {
            ok(account(name, version), "apply", side, "-f", "-");
            assertThat(stamp(name)).isEqualTo(version);
        }
        String before = revision(name);
        ok(account(name, "v20230101"), "apply", side, "-f", "-");
        assertThat(revision(name)).as("applying again changes nothing").isEqualTo(before);
    }

    @Test
    void requestsThatTouchOtherMetadataLeaveTheStamp() throws Exception {
        ok(account("annotated", "v20230101"), "apply", "--server-side", "-f", "-");
        ok("", "annotate", ACCOUNTS, "annotated", "x=y");
        ok("", "annotate", ACCOUNTS, "annotated", "x=y", "--overwrite");
        ok("", "label", ACCOUNTS, "annotated", "x=y");
        patch("annotated", "{\"metadata\":{\"finalizers\":[\"dragoman.dev/test\"]}}");
        patch("annotated", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(stamp("annotated")).isEqualTo("v20230101");
        String dropped =
                ok("", "get", ACCOUNTS, "annotated", "-o", "yaml")
                        .replaceAll("(?m)^.*applied-version.*\\R", "");
        ok(dropped, "replace", "-f", "-");
        assertThat(stamp("annotated")).isEqualTo("v20230101");
        patch("annotated", "{\"spec\":{\"accessTier\":\"Cool\"}}");
        assertThat(stamp("annotated"))
                .as("a new spec in the preferred version")
                .isEqualTo("v20250601");
    }

    @Test
    void aRestoredObjectKeepsItsStamp() throws Exception {
        ok(account("restored", "v20230101"), "create", "-f", "-");
        String backup = ok("", "get", ACCOUNTS, "restored", "-o", "yaml");
        assertThat(backup).contains("apiVersion: storage.azure.com/v20250601");
        ok("", "delete", ACCOUNTS, "restored");
        ok(backup, "create", "-f", "-");
        assertThat(stamp("restored")).isEqualTo("v20230101");
    }

    @Test
    void whatIsWrittenInAnOlderVersionReadsTheSameInTheNewest() throws Exception {
        ok(account("read", "v1api20230101"), "apply", "--server-side", "-f", "-");
        var old =
                Yaml.object(
                        ok(
                                "",
                                "get",
                                "storageaccounts.v20230101.storage.azure.com",
                                "read",
                                "-o",
                                "yaml"));
        var now =
                Yaml.object(
                        ok(
                                "",
                                "get",
                                "storageaccounts.v20250601.storage.azure.com",
                                "read",
                                "-o",
                                "yaml"));
        assertThat(now.get("spec")).isEqualTo(old.get("spec"));
        assertThat(old.get("spec"))
                .isEqualTo(Yaml.object(account("read", "v1api20230101")).get("spec"));
    }

    @Test
    void wrongValuesAreRefused() throws Exception {
        String good = account("wrong", "v20230101");
        assertThat(refused(good.replace("Hot", "Warm"), "create", "-f", "-"))
                .contains("spec.accessTier", "supported values", "\"Hot\"");
        assertThat(refused(good.replace("{name: rg}", "{}"), "create", "-f", "-"))
                .contains("set exactly one of armId and name");
        String both = "{name: rg, armId: /subscriptions/s}";
        assertThat(refused(good.replace("{name: rg}", both), "create", "-f", "-"))
                .contains("set exactly one of armId and name");
    }

    @Test
    void nameAndOwnerAreFixedOnceTheResourceExists() throws Exception {
        ok(account("claimed", "v20250601"), "apply", "--server-side", "-f", "-");
        patch("claimed", "{\"spec\":{\"azureName\":\"other\",\"owner\":{\"name\":\"rg2\"}}}");
        patch("claimed", "{\"spec\":{\"azureName\":null}}");
        ok(
                "",
                "patch",
                ACCOUNTS,
                "claimed",
                "--subresource=status",
                "--type=merge",
                "-p",
                "{\"status\":{\"id\":\"/subscriptions/s\",\"unknown\":[1]}}");
        patch("claimed", "{\"spec\":{\"azureName\":\"claimed\"}}");
        assertThat(
                        refused(
                                "",
                                "patch",
                                ACCOUNTS,
                                "claimed",
                                "--type=merge",
                                "-p",
                                "{\"spec\":{\"azureName\":\"other\"}}"))
                .contains("spec.azureName cannot change");
        assertThat(
                        refused(
                                "",
                                "patch",
                                ACCOUNTS,
                                "claimed",
                                "--type=merge",
                                "-p",
                                "{\"spec\":{\"owner\":{\"name\":\"rg\"}}}"))
                .contains("spec.owner cannot change");
        assertThat(ok("", "get", ACCOUNTS, "claimed", "-o", "jsonpath={.status}"))
                .contains("\"unknown\":[1]");
    }

    @Tag(TestArchives.TAG)
    @ParameterizedTest
    @ValueSource(strings = {"--server-side=true", "--server-side=false"})
    void samplesApplyAndLoseNothing(String side) throws Exception {
        Map<String, Object> specs = new LinkedHashMap<>();
        StringBuilder all = new StringBuilder();
        try (var archives = Archives.unpack(TestArchives.directory(), "samples")) {
            for (Path file : archives.files("samples")) {
                for (Map<String, Object> sample : samples(file)) {
                    // many samples share a name
                    String name = "sample" + specs.size() + (side.endsWith("true") ? "s" : "c");
                    sample.put("metadata", Map.of("name", name));
                    specs.put(name, sample.get("spec"));
                    all.append(Serialization.asYaml(sample));
                }
            }
        }
        assertThat(specs).as("samples of the kinds that are installed").hasSizeGreaterThan(20);
        ok(all.toString(), "apply", side, "-f", "-");
        var back = Yaml.object(ok(all.toString(), "get", "-o", "yaml", "-f", "-"));
        Map<Object, Object> stored = new LinkedHashMap<>();
        for (Object item : (List<?>) back.get("items")) {
            var object = (Map<?, ?>) item;
            stored.put(((Map<?, ?>) object.get("metadata")).get("name"), object.get("spec"));
        }
        assertThat(stored).isEqualTo(specs);
    }

    /** The samples whose kind and version are installed. */
    private static List<Map<String, Object>> samples(Path file) throws IOException {
        if (!file.toString().endsWith(".yaml")) {
            return List.of();
        }
        List<Map<String, Object>> out = new ArrayList<>();
        for (Map<String, Object> object : Yaml.documents(Files.readString(file))) {
            String api = String.valueOf(object.get("apiVersion"));
            int slash = api.indexOf('/');
            if (slash <= 0) {
                continue;
            }
            String group = api.substring(0, slash);
            String named = String.valueOf(object.get("kind"));
            if (KINDS.contains(group + "/" + named)
                    && Catalog.load()
                            .find(group, named)
                            .flatMap(kind -> kind.version(api.substring(slash + 1)))
                            .isPresent()) {
                out.add(object);
            }
        }
        return out;
    }
}
