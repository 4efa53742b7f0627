package dev.dragoman.capability.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where hidden values of Secrets may be written to. */
class RevealingTest {
    private static final Object HIDDEN = Opaque.of("aHVudGVyMg==");

    private static Map<String, Object> object(String kind, String field, Object value) {
        return Map.of(
                "apiVersion", "v1", "kind", kind, "metadata", Map.of("name", "a"), field, value);
    }

    @Test
    void aSecretGetsTheValues() {
        assertThat(Revealing.of(object("Secret", "data", Map.of("key", HIDDEN, "other", "eA=="))))
                .isEqualTo(
                        object("Secret", "data", Map.of("key", "aHVudGVyMg==", "other", "eA==")));
        var none = object("ConfigMap", "data", Map.of("key", "***"));
        assertThat(Revealing.of(none)).isSameAs(none);
    }

    @Test
    void nothingElseGetsThem() {
        for (var each :
                List.of(
                        object("ConfigMap", "data", Map.of("key", HIDDEN)),
                        object("ConfigMap", "data", HIDDEN),
                        object("Secret", "immutable", HIDDEN),
                        object("Secret", "data", Map.of("key", List.of(HIDDEN))))) {
            assertThatThrownBy(() -> Revealing.of(each))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("may stand only in data and stringData of a Secret");
        }
    }

    @Test
    void theMaskIsNoValue() {
        assertThatThrownBy(() -> Revealing.of(object("Secret", "data", Map.of("key", "***"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("data.key is the text ***");
    }
}
