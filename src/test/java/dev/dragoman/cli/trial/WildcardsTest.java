package dev.dragoman.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WildcardsTest {
    @ParameterizedTest(name = "{0} for {1}: {2}")
    @CsvSource({
        "abc, abc, true",
        "abc, ABC, false",
        "abc, abcd, false",
        "a*, abc, true",
        "*c, abc, true",
        "*, abc, true",
        "a*c, ac, true",
        "a*c, a, false",
        "ab*bc, abc, false",
        "a*b*c, a1b2c, true",
        "a*b*c, a1c2b, false",
        "*b*, abc, true",
        "*x*, abc, false",
        "a*b*b, ab, false"
    })
    void aStarStandsForAnyText(String written, String text, boolean fits) {
        assertThat(Wildcards.fit(written, text)).isEqualTo(fits);
    }
}
