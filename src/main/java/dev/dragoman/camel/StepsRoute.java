package dev.dragoman.camel;

import dev.dragoman.camel.Overlays.Steps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.stream.Collectors;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.ResourceHelper;

/**
 * Converts a file of steps to a route. The lines of the file are kept, so that a line number of
 * Camel is the line number in the file plus {@link #LINES}.
 */
public final class StepsRoute {
    /** Number of lines of the route before the first line of the file. */
    public static final int LINES = 5;

    private static final String INDENT = "        ";

    private StepsRoute() {}

    /**
     * The text of the route.
     *
     * @param steps the file's content: a list of steps
     */
    public static String text(Steps file, String steps) {
        // the line "---" would begin a new YAML document, and so end the route
        return """
        - route:
            id: "%s"
            from:
              uri: "direct:%s"
              steps:
        """
                        .formatted(file.id(), file.id())
                + steps.lines()
                        .map(
                                line ->
                                        line.equals("---")
                                                ? ""
                                                : line.isBlank() ? line : INDENT + line)
                        .collect(Collectors.joining("\n", "", "\n"));
    }

    /**
     * The location that Camel gets for the route. Its file name has only one dot, because Camel
     * detects the format by the text after the first dot.
     */
    public static String location(Steps file) {
        return "file:"
                + file.path()
                        .toAbsolutePath()
                        .resolveSibling(file.id().replace("_", "_u").replace(".", "_d") + ".yaml");
    }

    /**
     * The route as a resource for Camel.
     *
     * @throws UncheckedIOException when the file cannot be read
     */
    static Resource resource(Steps file) {
        try {
            return ResourceHelper.fromString(
                    location(file), text(file, Files.readString(file.path())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
