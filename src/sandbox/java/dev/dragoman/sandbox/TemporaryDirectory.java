package dev.dragoman.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Goes with all that is in it when closed; at the end of the JVM if nobody closed it. */
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

    /** Makes one with a name that begins so. */
    public static TemporaryDirectory create(String prefix) {
        try {
            var path = Files.createTempDirectory(prefix);
            OPEN.add(path);
            return new TemporaryDirectory(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** Safe to repeat. */
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
