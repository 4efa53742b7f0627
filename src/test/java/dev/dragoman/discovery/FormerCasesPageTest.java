package dev.dragoman.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each row of docs/design/discovery.md about MARIN3R's cases names tests that are there. */
class FormerCasesPageTest {
    private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");

    @Test
    void eachRowNamesTestsThatAreThere() throws IOException {
        var page = Files.readString(Path.of("docs/design/discovery.md"));
        var rows =
                page.substring(page.indexOf("## MARIN3R's own cases"))
                        .lines()
                        .filter(each -> each.matches("\\| (e2e|envtest|table).*"))
                        .toList();
        assertThat(rows).hasSizeGreaterThan(10).allMatch(FormerCasesPageTest::isShown);
    }

    @Test
    void aRowWithoutATestIsRefused() {
        var rows =
                List.of(
                        "| e2e | a | holds | `EnvoyPodIT#anInjectedPodServesAndIsDrained` |",
                        "| e2e | `EnvoyPodIT#anInjectedPodServesAndIsDrained` | holds | |",
                        "| e2e | a | holds | `EnvoyPodIT#start` |",
                        "| e2e | a | holds | `NoneIT#pods` |",
                        "| e2e | a | holds | `InjectionTest#pods`, `InjectionTest#none` |");
        assertThat(rows).filteredOn(FormerCasesPageTest::isShown).containsOnly(rows.getFirst());
    }

    private static boolean isShown(String row) {
        var tests = row.substring(row.lastIndexOf(" | "));
        var named = NAMED.matcher(tests).results().toList();
        return !named.isEmpty() && named.stream().allMatch(FormerCasesPageTest::isTest);
    }

    /** Whether a class of tests has the method, with an annotation of a test above. */
    private static boolean isTest(MatchResult named) {
        var method = "(?s).*@(Parameterized)?Test\\b[^;]*\\bvoid " + named.group(2) + "\\(.*";
        try (var files = Files.walk(Path.of("src/test/java/dev/dragoman"))) {
            return files.filter(each -> each.endsWith(named.group(1) + ".java"))
                    .anyMatch(each -> text(each).matches(method));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
