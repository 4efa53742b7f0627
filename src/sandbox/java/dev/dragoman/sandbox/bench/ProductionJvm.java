package dev.dragoman.sandbox.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The options of the operator's JVM in its image, its environment, and the memory that it has there. */
public final class ProductionJvm {
    /** {@code src/main/jvm/dragoman.options}, which the image's entry point reads too. */
    private static final String FILE = "/sandbox/jvm/dragoman.options";

    private ProductionJvm() {}

    /** What the image sets; the C library reads it, which the file of options cannot tell anything. */
    public static Map<String, String> environment() {
        // a few threads that seldom allocate there need no arena each, whose free parts stay resident
        return Map.of("MALLOC_ARENA_MAX", "1");
    }

    static List<String> options() {
        try (var in = ProductionJvm.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not in the sandbox jar");
            }
            var options = new ArrayList<String>();
            // the limit of kubernetes/base, which the JVM sees as the machine's memory there
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
