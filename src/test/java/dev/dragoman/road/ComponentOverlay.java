package dev.dragoman.road;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** An overlay of the base and components of {@code kubernetes/}, as a user writes it. */
final class ComponentOverlay {
    private static final Path KUBERNETES = Path.of("kubernetes").toAbsolutePath();

    private ComponentOverlay() {}

    /** Writes it into a new directory below this one; returns the new one. */
    static Path write(Path directory, String... components) throws IOException {
        return patched(directory, "", components);
    }

    /**
     * The same with patches.
     *
     * @param patches further lines of the file
     */
    static Path patched(Path directory, String patches, String... components) throws IOException {
        var overlay = Files.createTempDirectory(directory, "overlay");
        Files.writeString(
                overlay.resolve("kustomization.yaml"),
                "resources: [%s]\ncomponents: [%s]\n%s"
                        .formatted(
                                relative(overlay, "base"),
                                Arrays.stream(components)
                                        .map(each -> relative(overlay, each))
                                        .collect(Collectors.joining(", ")),
                                patches));
        return overlay;
    }

    private static String relative(Path overlay, String component) {
        try {
            return overlay.toRealPath().relativize(KUBERNETES.resolve(component)).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
