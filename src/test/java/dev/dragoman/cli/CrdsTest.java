package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is printed for whom. */
class CrdsTest {
    private static String printed(String... options) {
        var out = new StringWriter();
        assertThat(new CommandLine(new Crds()).setOut(new PrintWriter(out)).execute(options))
                .isZero();
        return out.toString();
    }

    private static List<String> definitions(String... options) {
        return Pattern.compile("(?m)^---$")
                .splitAsStream(printed(options))
                .filter(text -> text.contains("CustomResourceDefinition"))
                .map(
                        text ->
                                Pattern.compile("(?m)^  name: \"(.*)\"|^  - name: \"(.*)\"")
                                        .matcher(text)
                                        .results()
                                        .map(m -> m.group(1) == null ? m.group(2) : m.group(1))
                                        .collect(Collectors.joining(" ")))
                .toList();
    }

    @Test
    void onlySomeVersionsButTheOneThatIsStored() {
        assertThat(definitions("--kinds", "*/StorageAccount", "--versions", "v1api20210401,v2022*"))
                .containsExactly(
                        "storageaccounts.storage.azure.com v20250601 v20220901 v1api20210401");
    }

    @Test
    void whatManifestsUse(@TempDir Path directory) throws IOException {
        Files.writeString(
                Files.createDirectories(directory.resolve("a")).resolve("x.yaml"),
                """
                apiVersion: v1
                kind: ConfigMap
                ---
                apiVersion: v1
                kind: List
                items:
                - {apiVersion: storage.azure.com/v1api20230101, kind: StorageAccount}
                - {apiVersion: storage.azure.com/v20230101, kind: StorageAccount}
                """);
        Files.writeString(
                directory.resolve("y.json"),
                "{\"apiVersion\": \"resources.azure.com/v1api20200601\", \"kind\": \"ResourceGroup\"}");
        Files.writeString(directory.resolve("notes.txt"), "{{ not YAML");
        assertThat(definitions("--for", directory.toString()))
                .containsExactly(
                        "resourcegroups.resources.azure.com v1api20200601",
                        "storageaccounts.storage.azure.com v20250601 v20230101 v1api20230101");
    }

    @Test
    void aManifestThatIsNoYamlIsNamed(@TempDir Path directory) throws IOException {
        var file = Files.writeString(directory.resolve("chart.yaml"), "a: {{ .Values.x }}}");
        var err = new StringWriter();
        var line = new CommandLine(new Crds()).setErr(new PrintWriter(err));
        assertThat(line.execute("--for", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains(file.toString(), "is no YAML; render templates before");
    }

    @Test
    void olderApiServersGetNoAdmissionPolicy() {
        assertThat(printed()).contains("MutatingAdmissionPolicy");
        assertThat(printed("--without-policy", "--rbac"))
                .contains("CustomResourceDefinition", "ClusterRole")
                .doesNotContain("AdmissionPolicy");
    }
}
