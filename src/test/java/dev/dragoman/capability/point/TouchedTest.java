package dev.dragoman.capability.point;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whose steps an object of a failed write was in hand of. */
class TouchedTest {
    private static final Optional<PointResult> NONE = Optional.empty();

    private static Map<String, Object> object(String name, String value) {
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of("name", name, "namespace", "demo"),
                "data",
                Map.of("key", value));
    }

    private static final List<Map<String, Object>> BEFORE =
            List.of(object("a", "x"), object("b", "x"));

    @Test
    void stepsThatAddedTheObjectAreFound() {
        var added =
                Optional.<PointResult>of(
                        new PointResult.Added(List.of(object("bad", "x")), Set.of("f")));
        assertThat(Touched.by(Optional.of(BEFORE), added, NONE, "create ConfigMap demo/bad: no"))
                .containsExactly(Point.OBJECTS);
        assertThat(Touched.by(Optional.of(BEFORE), added, NONE, "create ConfigMap demo/bad-2: no"))
                .isEmpty();
        assertThat(Touched.by(Optional.of(BEFORE), added, NONE, "no answer")).isEmpty();
    }

    @Test
    void stepsThatChangedTheObjectAreFound() {
        var changed =
                Optional.<PointResult>of(
                        new PointResult.Passed(List.of(object("a", "x"), object("b", "y"))));
        assertThat(Touched.by(Optional.of(BEFORE), NONE, changed, "apply ConfigMap demo/b: no"))
                .containsExactly(Point.DESIRED);
        assertThat(Touched.by(Optional.of(BEFORE), NONE, changed, "apply ConfigMap demo/a: no"))
                .as("as it was made")
                .isEmpty();
        assertThat(Touched.by(Optional.empty(), NONE, NONE, "apply ConfigMap demo/b: no"))
                .isEmpty();
    }
}
