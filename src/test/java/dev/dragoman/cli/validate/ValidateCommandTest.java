package dev.dragoman.cli.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.cli.RestoredLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code validate} prints, and how it ends. */
@ExtendWith(RestoredLog.class)
class ValidateCommandTest {
    @TempDir private Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int validate(String steps) throws IOException {
        Files.writeString(
                directory.resolve("ours.camel.yaml"),
                """
                - route:
                    id: ours
                    from:
                      uri: direct:ours
                      steps:
                        - %s
                """
                        .formatted(steps));
        return new CommandLine(new ValidateCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(directory.toString());
    }

    /** There is no such directory outside of a pod. */
    @Test
    void withoutOverlaysNothingIsSound() {
        var code =
                new CommandLine(new ValidateCommand())
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute();
        assertThat(code).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines())
                .containsExactly(
                        "nothing to check: /etc/dragoman/overlays does not exist; name a directory, or set DRAGOMAN_OVERLAYS");
    }

    /** It may be the wrong directory. */
    @Test
    void anEmptyDirectoryIsNotCalledSound() {
        var code =
                new CommandLine(new ValidateCommand())
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(directory.toString());
        assertThat(code).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "nothing to check: %s has no route file, kamelet or template"
                                .formatted(directory));
    }

    @Test
    void aWarningIsPrintedAndIsNoFailure() throws IOException {
        assertThat(validate("log: x")).isZero();
        assertThat(err.toString())
                .startsWith(
                        directory.resolve("ours.camel.yaml") + ":1: warning: replaces no built-in");
        assertThat(out.toString())
                .contains(
                        "1 route file, 0 files of steps, 0 kamelets and 0 templates are sound ("
                                + directory
                                + ")");
    }

    @Test
    void whatNoServerTakesOfATemplateIsAnErrorToo() throws IOException {
        Files.writeString(
                directory.resolve("namespace.template.yaml"),
                """
                {apiVersion: v1, kind: Namespace, metadata: {name: $NAMESPACE}}
                ---
                {apiVersion: v1, kind: ServiceAccount, metadata: {name: admin}}
                ---
                apiVersion: v1
                kind: LimitRange
                metadata: {name: UPPER_x}
                spec: 5
                """);
        assertThat(validate("log: x")).isEqualTo(1);
        assertThat(err.toString())
                .contains("namespace.template.yaml:5: 'UPPER_x' cannot be the name of a LimitRange")
                .contains("namespace.template.yaml:5: spec is no mapping");
    }

    @Test
    void anErrorIsOne() throws IOException {
        assertThat(validate("log: \"${bean:azre}\"")).isEqualTo(1);
        assertThat(err.toString()).contains("ours.camel.yaml:6: there is no bean 'azre'");
        assertThat(out.toString()).isEmpty();
    }
}
