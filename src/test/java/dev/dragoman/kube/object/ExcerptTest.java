package dev.dragoman.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExcerptTest {
    /** Two characters of Java, four bytes of UTF-8. */
    private static final String PAIR = "😀";

    @Test
    void whatFitsStaysTheSame() {
        var value = "x".repeat(40);
        assertThat(Excerpt.value(value)).isSameAs(value);
        assertThat(Excerpt.message(value, 40)).isSameAs(value);
        assertThat(Excerpt.bytes(value, 40)).isSameAs(value);
    }

    @Test
    void aValueIsShownByItsBeginning() {
        assertThat(Excerpt.value("x".repeat(41))).isEqualTo("x".repeat(40) + "…");
        assertThat(Excerpt.value("abcdef", 3)).isEqualTo("abc…");
    }

    @Test
    void aMessageKeepsItsBeginningAndItsEnd() {
        assertThat(Excerpt.message("0123456789", 7)).isEqualTo("012…789");
        assertThat(Excerpt.message("0123456789", 8)).isEqualTo("012…6789");
        var long200k = "spec.owner: " + "x".repeat(200_000) + "; correct the name";
        assertThat(Excerpt.message(long200k, Excerpt.CONDITION))
                .hasSize(Excerpt.CONDITION)
                .startsWith("spec.owner: x")
                .endsWith("x; correct the name");
    }

    @Test
    void noCharacterIsCutInTwo() {
        assertThat(Excerpt.value("ab" + PAIR, 3)).isEqualTo("ab…");
        assertThat(Excerpt.message("ab" + PAIR + "cdefg", 7)).isEqualTo("ab…efg");
        assertThat(Excerpt.message("abcdefg" + PAIR + "hi", 7)).isEqualTo("abc…hi");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ü", "漢", PAIR, "x漢"})
    void bytesAreThoseOfUtf8(String character) {
        var cut = Excerpt.bytes("begin " + character.repeat(5000) + " end", 1024);
        assertThat(cut).startsWith("begin ").endsWith(" end").contains("…");
        assertThat(cut.getBytes(StandardCharsets.UTF_8))
                .hasSizeBetween(1015, 1024)
                .doesNotContain((byte) '?');
    }
}
