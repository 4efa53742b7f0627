package dev.dragoman.capability.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What steps give is text; what is sent has the type of its field. */
class FieldTypeTest {
    @Test
    void textBecomesWhatTheFieldIs() {
        assertThat(FieldType.BOOLEAN.fit("false", "a")).isEqualTo(false);
        assertThat(FieldType.INTEGER.fit("64", "a")).isEqualTo(64);
        assertThat(FieldType.INTEGER.fit("6400000000", "a")).isEqualTo(6_400_000_000L);
        assertThat(FieldType.NUMBER.fit("1.5", "a")).isEqualTo(1.5);
        assertThat(FieldType.NUMBER.fit(2, "a")).isEqualTo(2);
        assertThat(FieldType.TEXT.fit(7, "a")).isEqualTo("7");
        assertThat(FieldType.OBJECT.fit(Map.of("a", 1), "a")).isEqualTo(Map.of("a", 1));
        assertThat(FieldType.LIST.fit(List.of(1), "a")).isEqualTo(List.of(1));
        assertThat(FieldType.ANY.fit("x", "a")).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource({
        "BOOLEAN, yes, true or false",
        "INTEGER, 1.5, a whole number",
        "INTEGER, 9999999999999999999, a whole number",
        "NUMBER, much, a number",
        "OBJECT, x, a map",
        "LIST, x, a list"
    })
    void whatDoesNotFitIsRefused(FieldType type, String value, String words) {
        assertThatThrownBy(() -> type.fit(value, "a.b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a.b must be "
                                + words
                                + ", but is set to a text or number that does not fit");
    }

    @Test
    void aMapIsNoText() {
        assertThatThrownBy(() -> FieldType.TEXT.fit(Map.of(), "a"))
                .hasMessage("a must be a text, but is set to a map");
    }

    @Test
    void theTypesOfSchemasAreKnown() {
        assertThat(FieldType.ofSchema("array")).isEqualTo(FieldType.LIST);
        assertThat(FieldType.ofSchema("unheard-of")).isEqualTo(FieldType.ANY);
    }
}
