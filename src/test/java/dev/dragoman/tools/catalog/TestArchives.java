package dev.dragoman.tools.catalog;

import java.nio.file.Path;

/**
 * Where tests find the archives of schemas, samples and recordings. Tests that need them have the
 * tag; a build beside which there are none leaves those out and says so.
 */
public final class TestArchives {
    /** Tag of tests that need the archives. */
    public static final String TAG = "archives";

    private TestArchives() {}

    /** The property {@code dragoman.azure.archives}, else the nearest upward. */
    public static Path directory() {
        var named = System.getProperty("dragoman.azure.archives");
        return named != null
                ? Path.of(named)
                : Archives.find(Path.of(""))
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "no directory above has shared/azure; name it with"
                                                        + " -Ddragoman.azure.archives=DIRECTORY"));
    }
}
