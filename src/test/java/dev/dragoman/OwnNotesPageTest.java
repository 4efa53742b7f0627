package dev.dragoman;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/design/own-notes.md has a row for each key that the operator reads or writes on objects. */
class OwnNotesPageTest {
    private static final String PREFIXES =
            "(?:dragoman\\.dev|serviceoperator\\.azure\\.com|marin3r\\.3scale\\.net|nsplease\\.container\\.training)/";

    /** A whole text of the code, so that prefixes and {@code dragoman.dev/contract:} are none. */
    private static final Pattern TEXT =
            Pattern.compile("\"(" + PREFIXES + "[a-z][A-Za-z0-9.-]*)\"");

    private static final Pattern NAMED = Pattern.compile("`(" + PREFIXES + "[a-z][A-Za-z0-9.-]*)`");

    /** A key in a manifest; what has a version or a colon is none. */
    private static final Pattern WRITTEN =
            Pattern.compile("(dragoman\\.dev/(?!v\\d)[a-z]+(?:-[a-z]+)*)(?![a-z:0-9 -]*v\\d)");

    @Test
    void eachKeyHasARow() throws IOException {
        var missing = new TreeSet<>(found(TEXT, "src/main/java", ".java"));
        missing.addAll(found(WRITTEN, "kubernetes", ".yaml"));
        missing.removeAll(named());
        assertThat(missing).as("keys without a row in docs/design/own-notes.md").isEmpty();
    }

    /** Keys that are put together of a prefix and a rest, such as those of requests, count too. */
    @Test
    void eachRowHasAKey() throws IOException {
        var sources = String.join("\n", texts("src/main/java", ".java"));
        var known = new TreeSet<>(found(TEXT, "src/main/java", ".java"));
        known.addAll(found(WRITTEN, "kubernetes", ".yaml"));
        assertThat(named())
                .isNotEmpty()
                .allMatch(
                        each ->
                                known.contains(each)
                                        || sources.contains(
                                                "\""
                                                        + each.substring(each.indexOf('/') + 1)
                                                        + "\""));
    }

    /** A row says who may write it and what proves it. */
    @Test
    void eachRowSaysWhatProvesIt() throws IOException {
        var rows =
                Files.readAllLines(Path.of("docs/design/own-notes.md")).stream()
                        .filter(each -> NAMED.matcher(each).find())
                        .filter(each -> each.startsWith("|"))
                        .toList();
        assertThat(rows)
                .hasSizeGreaterThan(40)
                .allMatch(
                        each ->
                                each.split(" \\| ", -1).length == 4
                                        && each.split(" \\| ", -1)[3].matches(
                                                "(seal|status|thing|wish|administrator|none: )[^|]*\\|"));
    }

    private static Set<String> named() throws IOException {
        return keys(NAMED, Stream.of(Files.readString(Path.of("docs/design/own-notes.md"))));
    }

    private static Set<String> found(Pattern pattern, String directory, String ending)
            throws IOException {
        return keys(pattern, texts(directory, ending).stream());
    }

    private static Set<String> keys(Pattern pattern, Stream<String> texts) {
        return texts.flatMap(each -> pattern.matcher(each).results())
                .map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> texts(String directory, String ending) throws IOException {
        try (var files = Files.walk(Path.of(directory))) {
            return files.filter(each -> each.toString().endsWith(ending))
                    .map(
                            each -> {
                                try {
                                    return Files.readString(each);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            })
                    .toList();
        }
    }
}
