package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
    @ValueSource(strings = {"crds --apply", "take-over --backup backup"})
    void aFileThatIsNotThere(String command, @TempDir Path directory) {
        var missing = directory.resolve("missing.yaml");
        var arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of("--kubeconfig", missing.toString()));
        var err = new StringWriter();
        int code =
                Dragoman.commandLine()
                        .setErr(new PrintWriter(err))
                        .execute(arguments.toArray(String[]::new));
        assertThat(code).isEqualTo(2);
        assertThat(err.toString())
                .contains("--kubeconfig: cannot read " + missing)
                .doesNotContain("\tat ");
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
}
