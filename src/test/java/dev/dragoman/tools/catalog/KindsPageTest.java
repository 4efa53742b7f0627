package dev.dragoman.tools.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/kinds.md} is what the generator writes from the catalog. */
class KindsPageTest {
    @Test
    void thePageIsThatOfTheCatalog() throws IOException {
        assertThat(Files.readString(Path.of("docs/kinds.md")))
                .as("run CatalogGenerator again; see its javadoc")
                .isEqualTo(KindsPage.of(Catalog.load().kinds()));
    }

    @Test
    void everyKindHasARow() {
        assertThat(
                        KindsPage.of(Catalog.load().kinds())
                                .lines()
                                .takeWhile(l -> !l.equals("## Values that others move"))
                                .filter(l -> l.startsWith("| ")))
                // a heading in each group
                .hasSize(294 + 47);
    }
}
