package dev.dragoman.road;

import dev.dragoman.sandbox.controlplane.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** The files of etcd, with all revisions of all objects that were ever stored since its start. */
final class EtcdFiles {
    private EtcdFiles() {}

    /** Whether the value is in a file, as it is or in Base64. */
    static boolean have(ControlPlane plane, String value) {
        var coded = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
        try (var files = Files.walk(plane.directory().resolve("etcd"))) {
            return files.filter(Files::isRegularFile)
                    .map(EtcdFiles::text)
                    .anyMatch(each -> each.contains(value) || each.contains(coded));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
