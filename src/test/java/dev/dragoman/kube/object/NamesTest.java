package dev.dragoman.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
    @ParameterizedTest
    @CsvSource({
        "a, true, true",
        "team-a, true, true",
        "0, true, true",
        "a.b, false, true",
        "'', false, false",
        "A, false, false",
        "a_b, false, false",
        "-a, false, false",
        "a-, false, false",
        "a., false, false",
        ".a, false, false",
        "a..b, false, false",
        "a.-b, false, false",
        "ü, false, false",
        "a/b, false, false"
    })
    void asTheApiServerAccepts(String name, boolean label, boolean subdomain) {
        assertThat(Names.isLabel(name)).isEqualTo(label);
        assertThat(Names.isSubdomain(name)).isEqualTo(subdomain);
    }

    @Test
    void lengths() {
        assertThat(Names.isLabel("a".repeat(63))).isTrue();
        assertThat(Names.isLabel("a".repeat(64))).isFalse();
        assertThat(Names.isSubdomain("a".repeat(253))).isTrue();
        assertThat(Names.isSubdomain("a".repeat(254))).isFalse();
        assertThat(Names.isLabel("a\n")).isFalse();
    }
}
