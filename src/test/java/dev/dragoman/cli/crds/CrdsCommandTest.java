package dev.dragoman.cli.crds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.cli.Commands;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What is printed for whom. */
class CrdsCommandTest {
    private static String printed(String... options) {
        var out = new StringWriter();
        assertThat(new CommandLine(new CrdsCommand()).setOut(new PrintWriter(out)).execute(options))
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
    void theNewestVersionAlone() {
        assertThat(definitions("--kinds", "*/StorageAccount", "--versions", "newest"))
                .containsExactly("storageaccounts.storage.azure.com v20250601");
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
    void aListThatContainsItselfIsReadOnce(@TempDir Path directory) throws IOException {
        Files.writeString(
                directory.resolve("x.yaml"),
                """
                &list
                kind: List
                items:
                - *list
                - {apiVersion: resources.azure.com/v1api20200601, kind: ResourceGroup}
                """);
        assertThat(definitions("--for", directory.toString()))
                .containsExactly("resourcegroups.resources.azure.com v1api20200601");
    }

    @Test
    void aManifestThatIsNoYamlIsNamed(@TempDir Path directory) throws IOException {
        var file = Files.writeString(directory.resolve("chart.yaml"), "a: {{ .Values.x }}}");
        assertThat(refused("--for", file.toString()))
                .contains(file.toString(), "is no YAML, and templates must be rendered first");
    }

    @Test
    void whatWouldPrintNothingIsRefused(@TempDir Path directory) throws IOException {
        var nothing = directory.resolve("nothing.yaml");
        assertThat(refused("--for", nothing.toString()))
                .contains("cannot read " + nothing, "there is no such file");
        assertThat(refused("--for", directory.toString())).contains("have no object of the kinds");
        assertThat(refused("--kinds", "*/ResourceGroup", "--versions", "v1999*"))
                .contains("has a version 'v1999*'");
        assertThat(refused("--for", directory.toString(), "--versions", "v2025*"))
                .contains("leave out --versions");
    }

    @Test
    void whatTheCatalogDoesNotHaveIsSaid(@TempDir Path directory) throws IOException {
        var file =
                Files.writeString(
                        directory.resolve("x.yaml"),
                        """
                        {apiVersion: storage.azure.com/v1api20230101, kind: StorageAccount}
                        --- {apiVersion: storage.azure.com/v19990101, kind: StorageAccount}
                        --- {apiVersion: storage.azure.com/v19990101, kind: StorageAcount}
                        """);
        var err = new StringWriter();
        var out = new StringWriter();
        assertThat(
                        new CommandLine(new CrdsCommand())
                                .setOut(new PrintWriter(out))
                                .setErr(new PrintWriter(err))
                                .execute("--for", file.toString()))
                .isEqualTo(1);
        assertThat(err.toString().lines())
                .containsExactly(
                        "not printed: the catalog has no storage.azure.com/v19990101/StorageAccount (%s); it has the versions v20250601, v20230101, v1api20230101, v20220901, v1api20220901, v20210401, v1api20210401"
                                .formatted(file),
                        "not printed: the catalog has no storage.azure.com/StorageAcount (%s); the nearest is storage.azure.com/StorageAccount"
                                .formatted(file));
        assertThat(out.toString()).contains("storageaccounts.storage.azure.com");
    }

    @ParameterizedTest
    @CsvSource({
        "storage.azure.com/StorageAcount, storage.azure.com/StorageAccount",
        "resources.azure.com/StorageAccount, storage.azure.com/StorageAccount",
        "storage.azur.com/*, storage.azure.com/*",
        "storage.azure.com, storage.azure.com/*",
        "ResourceGroup, resources.azure.com/ResourceGroup",
        "*/ResourceGroupe, resources.azure.com/ResourceGroup"
    })
    void aPatternThatMatchesNothingIsToldInOneLine(String pattern, String nearest) {
        var err = new StringWriter();
        var line = Commands.line().setErr(new PrintWriter(err));
        assertThat(line.execute("crds", "--kinds", pattern)).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "--kinds: no kind matches '%s'; write GROUP/KIND, such as 'storage.azure.com/StorageAccount' or 'storage.azure.com/*'; the nearest is %s"
                                .formatted(pattern, nearest));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nosuch/*", "no.such", "nosuch", "nosuch/Nothing"})
    void ofAPatternLikeNoneNoNearestIsTold(String pattern) {
        var err = new StringWriter();
        var line = Commands.line().setErr(new PrintWriter(err));
        assertThat(line.execute("crds", "--kinds", pattern)).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "--kinds: no kind matches '%s'; write GROUP/KIND, such as 'storage.azure.com/StorageAccount' or 'storage.azure.com/*'"
                                .formatted(pattern));
    }

    private static String refused(String... options) {
        var err = new StringWriter();
        var line = new CommandLine(new CrdsCommand()).setErr(new PrintWriter(err));
        assertThat(line.execute(options)).isEqualTo(2);
        return err.toString();
    }

    @Test
    void olderApiServersGetNoMutatingPolicy() {
        assertThat(printed()).contains("MutatingAdmissionPolicy");
        assertThat(printed("--without-policy", "--rbac"))
                .contains("CustomResourceDefinition", "ClusterRole")
                .doesNotContain("MutatingAdmissionPolicy");
    }

    /** An operator of some namespaces has no right that reaches others. */
    @Test
    void rightsToSomeNamespaces() {
        var printed =
                printed(
                        "--rbac",
                        "--kinds",
                        "resources.azure.com/*",
                        "--operator",
                        "ours:dragoman,theirs:dragoman",
                        "--namespaces",
                        "team-a,team-b");
        assertThat(printed)
                .contains("!= 'system:serviceaccount:ours:dragoman'")
                .contains("&& request.userInfo.username != 'system:serviceaccount:theirs:dragoman'")
                .doesNotContain("aggregate-to-operator");
        var rights =
                Arrays.stream(printed.split("(?m)^---\n", -1))
                        .filter(
                                each ->
                                        each.matches(
                                                "(?s).*\nkind: \"(Cluster)?Role(Binding)?\"\n.*"))
                        .toList();
        assertThat(rights)
                .filteredOn(each -> each.contains("\nkind: \"Role\"\n"))
                .hasSize(4)
                .allMatch(each -> each.contains("namespace: \"team-"));
        assertThat(rights)
                .filteredOn(each -> each.contains("Binding\"\nmetadata"))
                .hasSize(5)
                .allMatch(each -> each.contains("namespace: \"ours\""));
        assertThat(rights)
                .filteredOn(each -> each.contains("\nkind: \"ClusterRole\"\n"))
                .filteredOn(each -> each.contains("resources.azure.com"))
                .allMatch(each -> each.matches("(?s).*dragoman-(view|edit):.*"));
    }

    @ParameterizedTest
    @CsvSource({
        "--namespaces a, --namespaces has no effect without --rbac",
        "--rbac --namespaces a_b, '--namespaces: ''a_b'' is no name of a namespace'",
        "--rbac --operator ours, '--operator: ''ours'' is not NAMESPACE:ACCOUNT'"
    })
    void namesThatAreNoneAreRefused(String options, String message) {
        assertThat(refused(options.split(" ", -1))).contains(message);
    }

    @Test
    void ofManyNamespacesAllAreWatched() {
        var many =
                IntStream.rangeClosed(1, AzureSettings.MOST_WATCHED + 1)
                        .mapToObj(each -> "n" + each)
                        .collect(Collectors.joining(","));
        assertThat(refused("--rbac", "--namespaces", many))
                .contains("with more than 100 the operator watches all namespaces");
        var settings = AzureSettings.from(Map.of("AZURE_TARGET_NAMESPACES", many));
        assertThat(settings.targetNamespaces()).hasSize(101);
        assertThat(settings.watchedNamespaces()).isEmpty();
        var few = AzureSettings.from(Map.of("AZURE_TARGET_NAMESPACES", "a,b,a"));
        assertThat(few.watchedNamespaces()).containsExactly("a", "b");
    }
}
