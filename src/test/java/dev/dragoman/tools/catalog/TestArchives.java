package dev.dragoman.tools.catalog;

import java.nio.file.Path;
import java.util.Optional;

/** Where tests find the archives: the property {@code dragoman.azure.archives}, else upward. */
final class TestArchives {
    private TestArchives() {}

    static Optional<Path> directory() {
        String named = System.getProperty("dragoman.azure.archives");
        return named == null ? Archives.find(Path.of("")) : Optional.of(Path.of(named));
    }
}
