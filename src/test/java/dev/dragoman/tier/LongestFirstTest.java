package dev.dragoman.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.tier.LongestFirst.Plan;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** In which order classes begin. */
class LongestFirstTest {
    private static Plan plan(String name, double seconds, String... locks) {
        return new Plan(name, seconds, Set.of(locks));
    }

    private static List<String> order(Plan... plans) {
        return LongestFirst.order(List.of(plans)).stream().map(Plan::name).toList();
    }

    @Test
    void theLongestBeginsFirst() {
        assertThat(order(plan("a", 1), plan("b", 3), plan("c", 2))).containsExactly("b", "c", "a");
    }

    @Test
    void whatLocksTheSameDoesNotBeginTogether() {
        assertThat(
                        order(
                                plan("lock1", 90, "l"),
                                plan("lock2", 80, "l"),
                                plan("lock3", 70, "l"),
                                plan("a", 60),
                                plan("b", 50),
                                plan("c", 40),
                                plan("d", 30)))
                .containsExactly("lock1", "a", "b", "c", "d", "lock2", "lock3");
    }

    @Test
    void whereOnlyLockedOnesAreLeftTheyFollow() {
        assertThat(order(plan("x", 1, "l"), plan("y", 2, "l"), plan("z", 3, "m")))
                .containsExactly("z", "y", "x");
    }
}
