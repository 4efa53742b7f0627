package dev.dragoman.camel.point;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.camel.NamedNode;

/** Finds the line of a step in its file. */
public final class StepLine {
    private StepLine() {}

    /**
     * The line of the step's name, counted from 1. Camel counts from 0 and gives the line at which
     * the step's value begins. That is the line after the name, or the line of the name if the
     * value is in brackets.
     *
     * @param node the step
     * @param before number of lines that were put before the first line of the file
     */
    public static int of(Path file, NamedNode node, int before) {
        int said = node.getLineNumber() - before;
        return Math.max(1, bracketed(lines(file), said, node.getShortName()) ? said + 1 : said);
    }

    private static boolean bracketed(List<String> lines, int said, String step) {
        // Camel counts lines from 0, and so does the list
        return said >= 0
                && said < lines.size()
                && Pattern.compile("(^|[\\s\\[{,-])" + Pattern.quote(step) + ":\\s*[{\\[&]")
                        .matcher(lines.get(said))
                        .find();
    }

    /** The lines of a file; none when it cannot be read. */
    public static List<String> lines(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }
}
