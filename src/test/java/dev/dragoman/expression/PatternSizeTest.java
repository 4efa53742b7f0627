package dev.dragoman.expression;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternSizeTest {
    private static final List<String> PIECES =
            List.of(
                    "a",
                    "b",
                    "é",
                    ".",
                    "(",
                    ")",
                    "(?:",
                    "(?i)",
                    "|",
                    "*",
                    "+",
                    "?",
                    "??",
                    "{2}",
                    "{3,}",
                    "{1,7}",
                    "{0}",
                    "{,3}",
                    "{x}",
                    "{",
                    "}",
                    "[a-z]",
                    "[^]a]",
                    "[]]",
                    "[\\]]",
                    "[[:alpha:]]",
                    "[",
                    "]",
                    "\\",
                    "\\d",
                    "\\pL",
                    "\\p{Greek}",
                    "\\x{41}",
                    "\\x41",
                    "\\Q(a{9}\\E",
                    "\\Q)\\E",
                    "\\E",
                    "^",
                    "$",
                    "\\b",
                    "12",
                    "(?P<n>");

    /** The library says how many instructions it has made. */
    @Test
    void isNoLessThanWhatTheLibraryMakes() {
        var random = new Random(42);
        int right = 0;
        for (int i = 0; i < 100_000; i++) {
            var text = new StringBuilder();
            for (int j = random.nextInt(14); j >= 0; j--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            long size = TextFunctions.size(text.toString());
            if (size > 100_000) {
                continue;
            }
            try {
                var made = Pattern.compile(text.toString()).programSize();
                right++;
                assertThat(2 * size + 4).as(text.toString()).isGreaterThanOrEqualTo(made);
            } catch (PatternSyntaxException wrong) {
                assertThat(size).isNotNegative();
            }
        }
        assertThat(right).isGreaterThan(10_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a(.................){1000}b",
                "((a{1000}){1000}){1000}",
                "(a{1000}|b){1000}",
                "(x\\Q)\\Eaaaaaaaaaaaa){1000}",
                "([^]](aaaaaaaaaaaa)){1000}",
                "(a?){999}(b?){999}"
            })
    void isLargeForWhatTheLibraryWritesOut(String pattern) {
        assertThat(TextFunctions.size(pattern)).isGreaterThan(20_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "^[a-z0-9]{3,24}$",
                "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
                "^[a-z][a-z0-9-]{1,61}[a-z0-9](\\.[a-z][a-z0-9-]{1,61}[a-z0-9])*$"
            })
    void isSmallForPatternsOfNames(String pattern) {
        assertThat(TextFunctions.size(pattern)).isLessThan(20_000);
    }
}
