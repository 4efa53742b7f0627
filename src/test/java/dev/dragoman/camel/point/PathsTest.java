package dev.dragoman.camel.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How teams write paths. */
class PathsTest {
    @Test
    void namesIndicesAndNamesInBrackets() {
        assertThat(Paths.of("location")).containsExactly("location");
        assertThat(Paths.of("properties.rules[0].name"))
                .containsExactly("properties", "rules", "0", "name");
        assertThat(Paths.of("tags['cost.centre']")).containsExactly("tags", "cost.centre");
        assertThat(Paths.of("metadata.labels['a/b'].c"))
                .containsExactly("metadata", "labels", "a/b", "c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a.", ".a", "a..b", "a[x]", "a[0", "a]", "a['b]"})
    void whatIsNoPath(String text) {
        assertThatThrownBy(() -> Paths.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a path");
    }
}
