package dev.dragoman.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A directory that is deleted with its content when closed, and at the latest when the JVM ends.
 */
public final class TemporaryDirectory implements AutoCloseable {
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> OPEN.forEach(TemporaryDirectory::delete), "temporary"));
    }

    private final Path path;

    private TemporaryDirectory(Path path) {
        this.path = path;
    }

    /** Creates a directory whose name begins with the prefix. */
    public static TemporaryDirectory create(String prefix) {
        try {
            var path = Files.createTempDirectory(prefix);
            OPEN.add(path);
            return new TemporaryDirectory(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path path() {
        return path;
    }

    /** Deletes the directory; repeated calls have no effect. */
    @Override
    public void close() {
        delete(path);
        OPEN.remove(path);
    }

    private static void delete(Path path) {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
