package dev.dragoman.tier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page says of each class of integration tests what it talks to, and of no other. */
class TestingPageTest {
    private static final Pattern NAME = Pattern.compile("`(\\w+IT)`");

    @Test
    void eachClassOfIntegrationTestsHasARow() throws IOException {
        var page = Files.readString(Path.of("docs/testing.md"));
        var rows = page.lines().filter(each -> each.startsWith("|")).collect(Collectors.joining());
        assertThat(without(classes(), named(rows)))
                .as("classes without a row in docs/testing.md")
                .isEmpty();
        assertThat(without(named(page), classes()))
                .as("classes that docs/testing.md names, and that are not there")
                .isEmpty();
    }

    @Test
    void whatIsNamedIsFound() {
        assertThat(named("| `OneIT`, `TwoIT` | PIT, `OneTest` |"))
                .containsExactly("OneIT", "TwoIT");
    }

    private static Set<String> without(Set<String> all, Set<String> others) {
        var left = new TreeSet<>(all);
        left.removeAll(others);
        return left;
    }

    private static Set<String> named(String text) {
        return NAME.matcher(text)
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> classes() throws IOException {
        try (var files = Files.walk(Path.of("src/test/java"))) {
            return files.map(each -> each.getFileName().toString())
                    .filter(each -> each.endsWith("IT.java"))
                    .map(each -> each.replace(".java", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
