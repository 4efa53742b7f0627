package dev.dragoman.tools.catalog;

import dev.dragoman.sandbox.TemporaryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The archives of Azure data, unpacked into a temporary directory, which is deleted on close. */
public record Archives(TemporaryDirectory unpacked) implements AutoCloseable {
    /**
     * Unpacks archives.
     *
     * @param directory of the packed archives
     * @param names of the archives, without {@code .tar.xz}
     */
    public static Archives unpack(Path directory, String... names) {
        var unpacked = TemporaryDirectory.create("dragoman-azure");
        try {
            for (String name : names) {
                run("tar", "xJf", directory.resolve(name + ".tar.xz").toString(), "-C", unpacked.path().toString());
            }
            return new Archives(unpacked);
        } catch (IOException e) {
            unpacked.close();
            throw new UncheckedIOException(e);
        }
    }

    /** The directory with the unpacked files. */
    public Path folder() {
        return unpacked.path();
    }

    /**
     * The directory {@code shared/azure} in {@code start} or in one of its parents, where
     * developers keep the archives.
     */
    public static Optional<Path> find(Path start) {
        for (Path at = start.toAbsolutePath(); at != null; at = at.getParent()) {
            Path found = at.resolve("shared/azure");
            if (Files.isDirectory(found)) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private static void run(String... command) throws IOException {
        var process = new ProcessBuilder(command).inheritIO().start();
        try {
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException(String.join(" ", command) + " ended with " + code);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** The text of a file; empty when it does not exist. */
    public Optional<String> text(String path) {
        Path file = folder().resolve(path);
        try {
            return Files.isRegularFile(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All files below a directory, sorted. */
    public List<Path> files(String below) {
        try (Stream<Path> all = Files.walk(folder().resolve(below))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        unpacked.close();
    }
}
