package dev.dragoman.tools.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.ErrorClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/errors.md} is what the generator writes from the code and the catalog. */
class ErrorsPageTest {
    @Test
    void thePageIsThatOfTheCodeAndTheCatalog() throws IOException {
        assertThat(Files.readString(Path.of("docs/errors.md")))
                .as("run CatalogGenerator again; see its javadoc")
                .isEqualTo(ErrorsPage.of(Catalog.load().kinds()));
    }

    @Test
    void everyCodeAndEveryRuleIsOnIt() {
        var kinds = Catalog.load().kinds();
        var page = ErrorsPage.of(kinds);
        for (var clazz : ErrorClass.values()) {
            assertThat(clazz.codes()).isNotEmpty().allMatch(code -> page.contains(code));
        }
        assertThat(kinds)
                .filteredOn(kind -> !kind.rules().errors().isEmpty())
                .isNotEmpty()
                .allMatch(kind -> page.contains("| " + kind.id() + " | "));
    }
}
