package dev.dragoman.tools.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.point.PointHeaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The page of extension points is that of the code. */
class PointsPageTest {
    @Test
    void thePageIsThatOfTheCode() throws IOException {
        assertThat(Files.readString(Path.of("docs/points.md")))
                .as("run CatalogGenerator again; see its javadoc")
                .isEqualTo(PointsPage.of(Path.of("src/main/resources/routes")));
    }

    @Test
    void everyMethodAndHeaderIsOnIt() {
        assertThat(PointsPage.described()).isEqualTo(PointsPage.offered());
        assertThat(PointsPage.describedHeaders())
                .containsAll(
                        Arrays.stream(PointHeaders.class.getFields())
                                .map(
                                        field -> {
                                            try {
                                                return (String) field.get(null);
                                            } catch (IllegalAccessException e) {
                                                throw new IllegalStateException(e);
                                            }
                                        })
                                .toList());
    }
}
