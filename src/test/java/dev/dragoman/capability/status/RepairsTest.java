package dev.dragoman.capability.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How often the same fields are repaired, when somebody else writes them again and again. */
class RepairsTest {
    private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");
    private static final List<String> FIELDS = List.of("b", "a");

    /** When a look every so often repairs, in minutes since the beginning. */
    private static List<Long> repairs(Duration look, Duration until) {
        var out = new ArrayList<Long>();
        var state = Repairs.NONE;
        for (var now = BEGIN; now.isBefore(BEGIN.plus(until)); now = now.plus(look)) {
            if (state.may(FIELDS, now)) {
                out.add(Duration.between(BEGIN, now).toMinutes());
                state = Repairs.of(state.repaired(FIELDS, now).toStatus());
            }
        }
        return out;
    }

    @Test
    void theFirstAreMadeAtOnceTheOthersAfterGrowingPauses() {
        assertThat(repairs(Duration.ofSeconds(10), Duration.ofHours(3)))
                .containsExactly(0L, 0L, 0L, 10L, 30L, 70L, 150L);
    }

    @Test
    void theLongestPauseIsADay() {
        var days = repairs(Duration.ofHours(1), Duration.ofDays(20));
        assertThat(days.getLast() - days.get(days.size() - 2)).isEqualTo(24 * 60);
    }

    @Test
    void otherFieldsAreRepairedAtOnce() {
        var state = often(5);
        assertThat(state.failing()).containsExactly("a", "b");
        assertThat(state.may(FIELDS, BEGIN)).isFalse();
        assertThat(state.may(List.of("a", "c"), BEGIN)).isTrue();
        assertThat(state.may(List.of("c"), BEGIN)).isTrue();
        assertThat(state.repaired(List.of("c"), BEGIN).failing()).containsExactly("a", "b");
        assertThat(state.repaired(List.of("a"), BEGIN).most()).isEqualTo(6);
    }

    /** Somebody who writes now this field and now that one. */
    @Test
    void eachFieldIsCountedByItself() {
        var state = Repairs.NONE;
        for (int i = 0; i < 3; i++) {
            for (var field : FIELDS) {
                assertThat(state.may(List.of(field), BEGIN)).isTrue();
                state = state.repaired(List.of(field), BEGIN);
            }
        }
        assertThat(state.may(List.of("a"), BEGIN)).isFalse();
        assertThat(state.may(List.of("b"), BEGIN)).isFalse();
    }

    private static Repairs often(int times) {
        var state = Repairs.NONE;
        for (int i = 0; i < times; i++) {
            state = state.repaired(FIELDS, BEGIN);
        }
        return state;
    }

    /**
     * What is written back after a while has not held, although one look found it as it should be.
     */
    @Test
    void aRepairThatHeldForLongIsForgotten() {
        var once = Repairs.NONE.repaired(FIELDS, BEGIN);
        assertThat(once.held(BEGIN.plus(Duration.ofMinutes(60)))).isEqualTo(once);
        assertThat(once.held(BEGIN.plus(Duration.ofMinutes(61)))).isEqualTo(Repairs.NONE);
        var often = often(7);
        assertThat(often.next()).isEqualTo(BEGIN.plus(Duration.ofMinutes(160)));
        assertThat(often.held(BEGIN.plus(Duration.ofMinutes(320)))).isEqualTo(often);
        assertThat(often.held(BEGIN.plus(Duration.ofMinutes(321)))).isEqualTo(Repairs.NONE);
    }

    /** A machine whose clock was years ahead has written it down. */
    @Test
    void aTimeThatIsYetToComeKeepsNothingFromBeingRepaired() {
        var ahead = often(9);
        var now = BEGIN.minus(Duration.ofDays(1000));
        assertThat(ahead.may(FIELDS, now)).isTrue();
        assertThat(ahead.repaired(FIELDS, now).may(FIELDS, now)).isFalse();
        assertThat(ahead.held(now)).isEqualTo(new Repairs(ahead.times(), now));
        assertThat(ahead.held(now).held(now.plus(Duration.ofDays(3)))).isEqualTo(Repairs.NONE);
    }

    @Test
    void whatIsNoneIsNotRead() {
        var last = BEGIN.toString();
        assertThat(Repairs.of(null)).isEqualTo(Repairs.NONE);
        assertThat(Repairs.of(Map.of("times", 2, "last", last))).isEqualTo(Repairs.NONE);
        assertThat(Repairs.of(Map.of("times", Map.of("a", 0), "last", last)))
                .isEqualTo(Repairs.NONE);
        assertThat(Repairs.of(Map.of("times", Map.of("a", 2), "last", "x")))
                .isEqualTo(Repairs.NONE);
        assertThat(Repairs.of(Map.of("times", Map.of("a", 2, "b", "x"), "last", last)))
                .isEqualTo(new Repairs(Map.of("a", 2), BEGIN));
    }

    @Test
    void fewFieldsAreRemembered() {
        var many = java.util.stream.IntStream.range(0, 50).mapToObj(i -> "f" + i).toList();
        var state = often(2).repaired(many, BEGIN);
        assertThat(state.times()).hasSize(20).containsEntry("a", 2).containsEntry("b", 2);
    }
}
