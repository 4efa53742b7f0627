package dev.dragoman.azure.vault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of a value that may be anything. */
class JsonPropertiesTest {
    /** Jackson's exceptions quote the text, so none may get out. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3cret",
                "{\"user\": s3cret}",
                "{\"user\": \"s3cret",
                "{\"user\": \"u\", s3cret}",
                "{\"user\": 0s3cret}",
                "{\"user\": \"\\s3cret\"}",
            })
    void ofWhatIsNoJsonThereAreNone(String value) {
        assertThat(JsonProperties.of(value)).isEmpty();
    }

    @Test
    void ofTooDeepANestingThereAreNone() {
        assertThat(JsonProperties.of("{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "1", "\"s3cret\"", "[\"s3cret\"]"})
    void ofWhatIsNoObjectThereIsNoProperty(String value) {
        assertThat(JsonProperties.of(value).orElse(Map.of())).isEmpty();
    }
}
