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
        assertThat(IntStream.range(0, 3))
                .allMatch(
                        third ->
                                new Thirds("" + third, "GuardsTest,ThirdsTest", () -> SECONDS)
                                        .has(ThirdsTest.class.getName()));
    }

    @Test
    void aNameOfNoTestIsRefused() {
        assertThatThrownBy(() -> new Thirds("0", "ThirdsTest,NowhereIT", () -> SECONDS))
                .hasMessage("there are no tests [NowhereIT]");
    }

    /** Only they run, so that only they may weigh. */
    @Test
    void classesOfAnotherTierHaveNoPart() {
        var known =
                Map.of(
                        OfLanding.class.getName(),
                        90.0,
                        OfFull.class.getName(),
                        20.0,
                        OfBoth.class.getName(),
                        10.0,
                        AfterOfFull.class.getName(),
                        5.0,
                        OfWitness.class.getName(),
                        7.0,
                        "dev.dragoman.NowhereIT",
                        3.0);
        assertThat(Thirds.ofTier("full", known))
                .isEqualTo(Map.of(OfFull.class.getName(), 25.0, OfBoth.class.getName(), 10.0));
        assertThat(Thirds.ofTier("landing | full", known)).hasSize(3);
    }

    @Test
    void theThirdsOfTheFullTierTakeAboutTheSameTimeAsTheyWereMeasured() {
        var full = Thirds.ofTier("full", Seconds.known());
        assertThat(full).hasSizeBetween(30, Seconds.known().size() - 30);
        double sum = full.values().stream().mapToDouble(Double::doubleValue).sum();
        assertThat(IntStream.range(0, 3))
                .allSatisfy(
                        third -> {
                            var part = new Thirds(Integer.toString(third), "", () -> full);
                            assertThat(
                                            full.entrySet().stream()
                                                    .filter(each -> part.has(each.getKey()))
                                                    .mapToDouble(Map.Entry::getValue)
                                                    .sum())
                                    .isBetween(sum / 3 * 0.9, sum / 3 * 1.1);
                        });
    }

    /** Of one tier. */
    @Landing
    private static final class OfLanding {
        @Test
        void test() {}
    }

    /** Of another one. */
    private static final class OfFull {
        @Full
        @Test
        void test() {}
    }

    /** Of both. */
    private static final class OfBoth {
        @Full
        @Test
        void test() {}

        @Landing
        @Test
        void other() {}
    }

    /** Runs where {@link OfFull} does. */
    @Full
    @SameThird(OfFull.class)
    private static final class AfterOfFull {
        @Test
        void test() {}
    }

    /** Runs with each. */
    @Full
    @Witness
    private static final class OfWitness {
        @Test
        void test() {}
    }

    @Test
    void allIsAll() {
        assertThat(SECONDS.keySet()).allMatch(new Thirds("all", "", () -> SECONDS)::has);
    }

    @Test
    void noneIsWhatIsNamedAlone() {
        var none = new Thirds("none", "GuardsTest", () -> SECONDS);
        assertThat(SECONDS.keySet()).noneMatch(none::has);
        assertThat(none.has(GuardsTest.class.getName())).isTrue();
    }

    @Test
    void aThirdThatThereIsNotIsRefused() {
        assertThatThrownBy(() -> third(3)).hasMessageContaining("there is no third 3");
    }

    private static Thirds third(int third) {
        return new Thirds(Integer.toString(third), "", () -> SECONDS);
    }
}
