package dev.dragoman.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.OperatorProcess;
import dev.dragoman.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code run} without options, as in a pod, in a process of its own. Its API server never answers.
 */
class PlainRunTest {
    private static final String KUBECONFIG =
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: none, cluster: {server: "https://127.0.0.1:1"}}]
            users: [{name: none, user: {token: none}}]
            contexts: [{name: none, context: {cluster: none, user: none}}]
            current-context: none
            """;

    private static final Pattern PICOCLI = Pattern.compile("picocli\\.\\S+ source");

    private static String threads(long pid) {
        try {
            var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            var process =
                    new ProcessBuilder(jcmd, Long.toString(pid), "Thread.print")
                            .redirectErrorStream(true)
                            .start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void itWatchesCarriersAndIdleTimeAndLoadsNoPicocli(@TempDir Path directory) throws Exception {
        var kubeconfig = Files.writeString(directory.resolve("kubeconfig"), KUBECONFIG);
        var classes = directory.resolve("classes");
        var process =
                OperatorProcess.java(
                        directory.resolve("log"),
                        Map.of(
                                "KUBECONFIG",
                                kubeconfig.toString(),
                                "DRAGOMAN_MANAGEMENT_PORT",
                                "0"),
                        List.of("-Xlog:class+load:file=" + classes),
                        List.of("dev.dragoman.cli.Dragoman", "run"));
        try {
            Patience.await("the threads of the process")
                    .untilAsserted(
                            () ->
                                    assertThat(threads(process.pid()))
                                            .contains("\"carriers\"", "\"idle-collection\""));
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(Files.readString(classes))
                .contains("dev.dragoman.Operator ")
                .doesNotContainPattern(PICOCLI);
    }
}
