package dev.dragoman.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing falls between the thirds. */
class ThirdsTest {
    private static final Map<String, Double> SECONDS =
            Map.of("a", 90.0, "b", 50.0, "c", 40.0, "d", 30.0, "e", 20.0, "f", 10.0);

    @Test
    void eachClassIsInExactlyOneThirdAlsoOneThatWasNeverMeasured() {
        assertThat(Stream.of("a", "b", "c", "d", "e", "f", "new", "newer", "newest"))
                .allSatisfy(
                        name ->
                                assertThat(
                                                IntStream.range(0, 3)
                                                        .filter(third -> third(third).has(name)))
                                        .hasSize(1));
    }

    @Test
    void theThirdsTakeAboutTheSameTime() {
        assertThat(IntStream.range(0, 3))
                .allSatisfy(
                        third ->
                                assertThat(
                                                SECONDS.entrySet().stream()
                                                        .filter(e -> third(third).has(e.getKey()))
                                                        .mapToDouble(Map.Entry::getValue)
                                                        .sum())
                                        .isBetween(70.0, 90.0));
    }

    @Test
    void whatIsNamedIsInEach() {
        var known = Map.of("x.a", 1.0, "x.b", 1.0, "y.a", 1.0);
        assertThat(IntStream.range(0, 3))
                .allMatch(third -> new Thirds("" + third, "c,a", known).has("x.a"));
    }

    @Test
    void allIsAll() {
        assertThat(SECONDS.keySet()).allMatch(new Thirds("all", "", SECONDS)::has);
    }

    @Test
    void aThirdThatThereIsNotIsRefused() {
        assertThatThrownBy(() -> third(3)).hasMessageContaining("there is no third 3");
    }

    private static Thirds third(int third) {
        return new Thirds(Integer.toString(third), "", SECONDS);
    }
}
