package dev.dragoman.tools.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Runs programs for the build of the image. */
final class Tool {
    private Tool() {}

    /**
     * Runs a command in the directory.
     *
     * @return its output
     * @throws IOException when the command fails; the message has the end of its output
     */
    static String run(Path directory, List<String> command)
            throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            var end = output.substring(Math.max(0, output.length() - 2000)).strip();
            throw new IOException(
                    "%s ended with %d: %s".formatted(command.getFirst(), process.exitValue(), end));
        }
        return output;
    }

    /** Creates the directory, or deletes its content. */
    static Path emptied(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (var all = Files.walk(directory)) {
                all.sorted(Comparator.reverseOrder()).forEach(Tool::delete);
            }
        }
        return Files.createDirectories(directory);
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
