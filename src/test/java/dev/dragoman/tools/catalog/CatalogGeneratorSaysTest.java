package dev.dragoman.tools.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generator says which archives it reads, also where they are not there. */
class CatalogGeneratorSaysTest {
    @Test
    void theDirectoryIsNamedBeforeItIsRead(@TempDir Path nothing) {
        var said = new ByteArrayOutputStream();
        var out = new PrintStream(said, true, UTF_8);
        assertThatThrownBy(() -> CatalogGenerator.write(nothing, nothing, out))
                .isInstanceOf(Exception.class);
        assertThat(said.toString(UTF_8))
                .isEqualToIgnoringNewLines(
                        "reading crds.tar.xz, api-structure.tar.xz, azure-arm.tar.xz from "
                                + nothing);
    }
}
