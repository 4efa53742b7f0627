package dev.dragoman.sandbox.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The JVM options, the environment and the memory limit of the operator in its image. */
public final class ProductionJvm {
    /** {@code src/main/jvm/dragoman.options}, which the image's entry point reads too. */
    private static final String FILE = "/sandbox/jvm/dragoman.options";

    private ProductionJvm() {}

    /**
     * The environment variables of the image. They are for the C library, which JVM options cannot
     * set.
     */
    public static Map<String, String> environment() {
        // few threads allocate native memory, so one arena is enough; each arena keeps free memory
        // resident
        return Map.of("MALLOC_ARENA_MAX", "1");
    }

    static List<String> options() {
        try (var in = ProductionJvm.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not in the sandbox jar");
            }
            var options = new ArrayList<String>();
            // the memory limit in kubernetes/base, which the JVM sees as the machine's memory in a
            // pod
            options.add("-XX:MaxRAM=512m");
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("-"))
                    .forEach(options::add);
            return List.copyOf(options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
