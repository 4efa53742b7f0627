package dev.dragoman.tools.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.ArmResourceKind;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The committed catalog is what the generator writes; runs where the archives lie. */
@Tag(TestArchives.TAG)
class CommittedCatalogTest {
    @Test
    void committedFilesAreTheGeneratedOnes() throws Exception {
        Path checkout = Path.of("").toAbsolutePath();
        Path committed = checkout.resolve("src/main/resources/azure");
        var generated = CatalogGenerator.files(checkout, TestArchives.directory());
        assertThat(generated).hasSizeGreaterThan(7);
        for (var file : generated.entrySet()) {
            assertThat(committed.resolve(file.getKey()))
                    .as("run CatalogGenerator again; see its javadoc")
                    .hasContent(file.getValue());
        }
        var own = ArmResourceKind.NAME.group() + "/";
        try (var files = Files.walk(committed)) {
            assertThat(
                            files.filter(Files::isRegularFile)
                                    .map(committed::relativize)
                                    .map(Path::toString)
                                    // no archive has it
                                    .filter(each -> !each.startsWith(own)))
                    .containsExactlyInAnyOrderElementsOf(generated.keySet());
        }
    }
}
