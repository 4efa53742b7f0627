package dev.dragoman.cli.explain;

import dev.dragoman.reconcile.ObjectKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What reasons of the condition Ready mean, and what to do about each. Immutable. */
public final class Reasons {
    /** Section of the operator's own reasons of Azure objects, and of what all kinds share. */
    public static final String AZURE = "Azure";

    /** Section of Azure's own codes. */
    static final String CODES = "Codes";

    private static final String FILE = "reasons.txt";
    private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\(([^)]+)\\)");
    private static final Map<String, Map<String, Row>> SECTIONS = read();

    private Reasons() {}

    /**
     * What is said of a reason, in Markdown.
     *
     * @param meaning may be empty
     * @param next what to do; may be empty
     */
    public record Row(String meaning, String next) {
        /** Meaning and next step as the pages have them. */
        public String text() {
            return (meaning + " " + next).strip();
        }
    }

    /** The rows of a section, in their order. */
    public static Map<String, Row> section(String name) {
        return SECTIONS.getOrDefault(name, Map.of());
    }

    /**
     * What to do about the reason, as plain text; empty when no page says it.
     *
     * @param ours whether this operator reconciles the object: others may use our reasons otherwise
     */
    static Optional<String> next(ObjectKey key, boolean ours, String reason) {
        var kind = key.group().isEmpty() ? key.kind() : key.kind() + "." + key.group();
        return Stream.of(kind, AZURE, CODES)
                .limit(ours ? 3 : 1)
                .flatMap(each -> Optional.ofNullable(section(each).get(reason)).stream())
                .map(row -> plain(row.next().isEmpty() ? row.meaning() : row.next()))
                .findFirst();
    }

    /** Without marks of Markdown; a link to another page is that page. */
    private static String plain(String markdown) {
        return LINK.matcher(markdown)
                .replaceAll(
                        link ->
                                link.group(2).startsWith("#")
                                        ? link.group(1)
                                        : "docs/" + link.group(2))
                .replace("`", "");
    }

    private static Map<String, Map<String, Row>> read() {
        var sections = new HashMap<String, Map<String, Row>>();
        var section = new LinkedHashMap<String, Row>();
        for (var line : text().lines().filter(each -> !each.startsWith("#")).toList()) {
            if (line.startsWith("[")) {
                section = new LinkedHashMap<>();
                sections.put(line.substring(1, line.indexOf(']')), section);
            } else {
                var cells = line.split("\\s*\\|\\s*", 3);
                section.put(cells[0], new Row(cells[1].strip(), cells.length > 2 ? cells[2] : ""));
            }
        }
        return sections;
    }

    private static String text() {
        try (var in = Reasons.class.getResourceAsStream(FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
