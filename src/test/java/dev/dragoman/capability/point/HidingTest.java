package dev.dragoman.capability.point;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What steps see of secrets: nothing, wherever they are. */
class HidingTest {
    private static final String SECRET = "TOPSECRET";

    private static String hidden(Object body, String path) {
        return String.valueOf(Hiding.of(body, Set.of(path)));
    }

    @Test
    void aSecretIsHiddenInListsAndMaps() {
        assertThat(hidden(Map.of("a", List.of(Map.of("k", SECRET))), "a[0].k"))
                .isEqualTo("{a=[{k=***}]}");
        assertThat(hidden(Map.of("a", Map.of("b", SECRET)), "a.b")).isEqualTo("{a={b=***}}");
    }

    @Test
    void aKeyThatLooksLikeAnIndexHidesItsSecretsToo() {
        assertThat(hidden(Map.of("a", Map.of("data[0]", Map.of("k", SECRET))), "a.data[0].k"))
                .doesNotContain(SECRET);
        assertThat(hidden(Map.of("a", Map.of("[7]x", SECRET)), "a.[7]x")).doesNotContain(SECRET);
    }
}
