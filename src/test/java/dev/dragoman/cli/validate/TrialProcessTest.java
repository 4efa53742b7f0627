package dev.dragoman.cli.validate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Steps that would keep {@code validate}, or take all memory, end it with a line that names them.
 */
class TrialProcessTest {
    @TempDir private Path overlays;
    @TempDir private Path files;

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a list of two thousand million | - setHeader: { name: x, simple: "${range(1,2000000000)}" }
                    a loop without end             | - loop: { doWhile: true, simple: "${body} != null", steps: [ { setHeader: { name: x, constant: y } } ] }
                    a split in parallel            | - split: { simple: "${range(1,200000)}", parallelProcessing: true, steps: [ { loop: { doWhile: true, simple: "${header.none} == null", steps: [ { setHeader: { name: x, constant: y } } ] } } ] }
                    """)
    void endlessStepsEndWithTheirPlace(String why, String step) throws IOException {
        Files.writeString(overlays.resolve("azure-desired.endless.steps.yaml"), step + "\n");
        var begun = Instant.now();
        var said = new ByteArrayOutputStream();
        var errors = files.resolve("errors");
        int code =
                TrialProcess.run(
                        new String[] {"validate", overlays.toString()},
                        Redirect.to(errors.toFile()),
                        new PrintStream(said, true, StandardCharsets.UTF_8),
                        Duration.ofMinutes(2));
        var all = Files.readString(errors) + said.toString(StandardCharsets.UTF_8);
        assertThat(code).as(all).isEqualTo(1);
        assertThat(all)
                .containsPattern(
                        "azure-desired.endless.steps.yaml:[12]: (did not end within 5 s|needs more memory)");
        assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void whatCannotBeLinkedForWantOfMemoryIsWantOfMemory() {
        var memory = new OutOfMemoryError("Java heap space");
        assertThat(TrialProcess.spent(memory)).isTrue();
        assertThat(TrialProcess.spent(new BootstrapMethodError(new RuntimeException(memory))))
                .isTrue();
        assertThat(TrialProcess.spent(new BootstrapMethodError("no such method"))).isFalse();
    }

    @Test
    void theProcessHasSettingsAndNoSecret() {
        assertThat(
                        TrialProcess.environment(
                                Map.of(
                                        "DRAGOMAN_HTTPS_HOSTS", "a.example.com",
                                        "AZURE_CLIENT_SECRET", "s3cret",
                                        "AZURE_FEDERATED_TOKEN_FILE", "/token",
                                        "HTTPS_PROXY", "https://me:s3cret@proxy",
                                        "GITHUB_TOKEN", "s3cret",
                                        "JAVA_TOOL_OPTIONS", "-Dx")))
                .containsExactly(Map.entry("DRAGOMAN_HTTPS_HOSTS", "a.example.com"));
    }
}
