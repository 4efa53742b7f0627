package dev.dragoman;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The indented blocks of a page, in their order: files, whose first line is a comment with their
 * path, and commands.
 *
 * @param blocks without their indentation
 */
public record DocumentedPage(List<Block> blocks) {
    private static final Pattern FILE = Pattern.compile("# (?<path>\\.\\./\\S+)");
    private static final Pattern INDENTED = Pattern.compile("^ {4}", Pattern.MULTILINE);
    private static final Pattern IN_LIST = Pattern.compile("^ {7}(?=\\S)");

    /**
     * One of them.
     *
     * @param section heading above it
     * @param text its lines
     */
    public record Block(String section, String text) {
        /** Where it is to be written; empty for commands. */
        public Optional<String> path() {
            var first = FILE.matcher(text.lines().findFirst().orElse(""));
            return first.matches() ? Optional.of(first.group("path")) : Optional.empty();
        }
    }

    /** Reads a page. */
    public static DocumentedPage of(Path page) throws IOException {
        var blocks = new ArrayList<Block>();
        var section = "";
        var lines = new ArrayList<String>();
        for (var line : Files.readString(page).lines().toList()) {
            if (line.startsWith("    ")) {
                lines.add(line);
                continue;
            }
            end(blocks, section, lines);
            if (line.startsWith("#")) {
                section = line.replaceFirst("^#+ ", "");
            }
        }
        end(blocks, section, lines);
        return new DocumentedPage(List.copyOf(blocks));
    }

    private static void end(List<Block> blocks, String section, List<String> lines) {
        if (!lines.isEmpty()) {
            boolean inList = IN_LIST.matcher(lines.getFirst()).find();
            var text = String.join("\n", lines);
            blocks.add(
                    new Block(
                            section,
                            (inList
                                            ? text.replaceAll("(?m)^ {7}", "")
                                            : INDENTED.matcher(text).replaceAll(""))
                                    + "\n"));
            lines.clear();
        }
    }

    /** Those below a heading. */
    public List<Block> below(String heading) {
        return blocks.stream().filter(each -> each.section().equals(heading)).toList();
    }
}
