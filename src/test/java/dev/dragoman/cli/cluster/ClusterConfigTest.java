package dev.dragoman.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dragoman.cli.Commands;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command without its cluster says so and ends; it shows no stack trace. */
class ClusterConfigTest {
    @ParameterizedTest
    @ValueSource(strings = {"crds --apply", "take-over --backup backup", "uninstall"})
    void aFileThatIsNotThere(String command, @TempDir Path directory) {
        var missing = directory.resolve("missing.yaml");
        assertThat(refused(command, missing))
                .contains("--kubeconfig: cannot read " + missing)
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plan",
                "crds --apply",
                "crds --installed",
                "take-over --backup backup",
                "uninstall"
            })
    void brokenYamlIsNamedByItsPlaceAlone(String command, @TempDir Path directory)
            throws IOException {
        var file = directory.resolve("config.yaml");
        Files.writeString(
                file, "users:\n- name: a\n  user: {token: very-secret: [x}\n  other: secret-too\n");
        assertThat(refused(command, file))
                .startsWith(
                        "--kubeconfig: %s is no kubeconfig: no YAML at line 3 column"
                                .formatted(file))
                .doesNotContain("secret", "\tat ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "users: very-secret\ncontexts: [{name: a, context: {cluster: a}}]\ncurrent-context: a\nclusters: [{name: a, cluster: very-secret}]\n",
                "users: very-secret\ncontexts: very-secret\ncurrent-context: a\n",
                "contexts: [very-secret]\ncurrent-context: a\n",
                "very-secret\n"
            })
    void fieldsOfTheWrongFormAreNotQuoted(String content, @TempDir Path directory)
            throws IOException {
        var file = Files.writeString(directory.resolve("config.yaml"), content);
        assertThat(refused("plan", file))
                .startsWith("--kubeconfig: " + file)
                .doesNotContain("secret", "\tat ");
    }

    @Test
    void anEmptyFileAndADirectory(@TempDir Path directory) throws IOException {
        var file = Files.writeString(directory.resolve("config.yaml"), "# nothing\n");
        assertThat(refused("plan", file).lines().findFirst())
                .contains("--kubeconfig: %s is no kubeconfig: it is empty".formatted(file));
        assertThat(refused("plan", directory).lines().findFirst())
                .contains(
                        "--kubeconfig: %s is no kubeconfig: it is a directory"
                                .formatted(directory));
    }

    @Test
    void aContextThatIsNotThere(@TempDir Path directory) throws IOException {
        var file =
                Files.writeString(
                        directory.resolve("config.yaml"),
                        """
                        clusters: [{name: c, cluster: {server: "https://192.0.2.1:6443"}}]
                        contexts: [{name: a, context: {cluster: c}}, {name: b, context: {cluster: d}}]
                        current-context: gone
                        """);
        assertThat(refused("plan", file).lines().findFirst())
                .contains(
                        "--kubeconfig: %s has no context 'gone', which its current-context names; it has the contexts: a, b"
                                .formatted(file));
        Files.writeString(file, Files.readString(file).replace("gone", "b"));
        assertThat(refused("plan", file).lines().findFirst())
                .contains(
                        "--kubeconfig: %s has no cluster 'd', which its context 'b' names; it has the clusters: c"
                                .formatted(file));
        Files.writeString(file, Files.readString(file).replace("current-context: b", ""));
        assertThat(refused("plan", file).lines().findFirst())
                .contains(
                        "--kubeconfig: %s has no current-context; it has the contexts: a, b"
                                .formatted(file));
    }

    @Test
    void theFilesOfTheVariableAndOfTheHomeAreCheckedToo(@TempDir Path directory)
            throws IOException {
        Files.createDirectories(directory.resolve(".kube"));
        var broken = Files.writeString(directory.resolve(".kube").resolve("config"), "a: {secret");
        var none = directory.resolve("none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterConfig.checkDefault(null, directory))
                .withMessage(
                        "kubeconfig: %s is no kubeconfig: no YAML at line 1 column 11", broken);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterConfig.checkDefault(broken.toString(), none))
                .withMessageStartingWith("KUBECONFIG: " + broken)
                .withNoCause();
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                ClusterConfig.checkDefault(
                                        none
                                                + File.pathSeparator
                                                + broken
                                                + File.pathSeparator
                                                + broken,
                                        none))
                .withMessageStartingWith("KUBECONFIG: " + broken);
        ClusterConfig.checkDefault("/dev/null", none);
        ClusterConfig.checkDefault(null, none);
    }

    private static String refused(String command, Path kubeconfig) {
        var arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        var err = new StringWriter();
        int code =
                Commands.line()
                        .setErr(new PrintWriter(err))
                        .execute(arguments.toArray(String[]::new));
        assertThat(code).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1);
        return err.toString();
    }

    @Test
    void theServerThatAFileNames(@TempDir Path directory) throws Exception {
        var file = directory.resolve("config.yaml");
        Files.writeString(
                file,
                """
                apiVersion: v1
                kind: Config
                clusters: [{name: a, cluster: {server: "https://192.0.2.1:6443"}}]
                contexts: [{name: a, context: {cluster: a, user: a}}]
                users: [{name: a, user: {token: t}}]
                current-context: a
                """);
        assertThat(ClusterConfig.of(file).getMasterUrl()).isEqualTo("https://192.0.2.1:6443/");
    }

    @Test
    void theApiServerOfThePodIsAskedWithoutAProxy() {
        var config = new ConfigBuilder(Config.empty()).withNoProxy("example.com").build();
        assertThat(ClusterConfig.direct(config, "10.0.0.1").getNoProxy())
                .containsExactly("example.com", "10.0.0.1", "kubernetes.default.svc");
        var outside = new ConfigBuilder(Config.empty()).build();
        assertThat(ClusterConfig.direct(outside, null).getNoProxy()).isNull();
    }
}
