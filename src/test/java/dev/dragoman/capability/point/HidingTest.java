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

    /** The annotation of kubectl repeats the values. */
    @Test
    void aSecretIsHiddenWithWhatKubectlRepeatsOfIt() {
        var secret =
                Map.<String, Object>of(
                        "metadata",
                        Map.of(
                                "name",
                                "a",
                                "annotations",
                                Map.of("kubectl.kubernetes.io/last-applied-configuration", SECRET)),
                        "data",
                        Map.of("key", SECRET),
                        "stringData",
                        Map.of("key", SECRET));
        var hidden = Hiding.secret(secret);
        assertThat(String.valueOf(hidden)).doesNotContain(SECRET).contains("name=a", "{key=***}");
        assertThat(String.valueOf(secret)).as("a copy").contains(SECRET).doesNotContain("***");
    }
}
