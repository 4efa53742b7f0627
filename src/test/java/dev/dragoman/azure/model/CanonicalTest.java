package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The form in which numbers are hashed: by value, however they are spelled. */
class CanonicalTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1.0, 1",
        "100, 100",
        "1e2, 100",
        "0.50, 0.5",
        "-0.0, 0",
        "12345678901234567890, 12345678901234567890",
    })
    void numbersHaveOneForm(String number, String expected) {
        var value = new java.math.BigDecimal(number);
        assertThat(Canonical.json(Map.of("n", value))).isEqualTo("{\"n\":" + expected + "}");
    }
}
