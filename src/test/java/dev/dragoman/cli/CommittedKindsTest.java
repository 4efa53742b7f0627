package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code kubernetes/crds/kinds.yaml} is what {@code dragoman crds --rbac} prints. */
class CommittedKindsTest {
    @Test
    void theCommittedKindsAreThoseOfTheCatalog() throws IOException {
        var printed = new StringWriter();
        assertThat(
                        Dragoman.commandLine()
                                .setOut(new PrintWriter(printed))
                                .execute("crds", "--rbac"))
                .isZero();
        assertThat(printed.toString())
                .as("run: ./dragoman crds --rbac > kubernetes/crds/kinds.yaml")
                .isEqualTo(Files.readString(Path.of("kubernetes/crds/kinds.yaml")));
    }
}
