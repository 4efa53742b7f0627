package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrakeTest {
    private static final Instant START = Instant.parse("2026-11-01T08:00:00Z");
    private static final int SPEC = 7;

    /** How an object's reconciliations change something, and which pauses come of it. */
    private static final class Changing {
        private Brake brake = Brake.NONE;
        private Instant now = START;
        private final List<Duration> pauses = new ArrayList<>();

        void changes(int times, Duration apart) {
            changes(times, apart, SPEC);
        }

        void changes(int times, Duration apart, int spec) {
            for (int i = 0; i < times; i++) {
                now = now.plus(brake.left(spec, now)).plus(apart);
                brake = brake.changed(spec, now);
                var left = brake.left(spec, now);
                if (left.isPositive()) {
                    pauses.add(left);
                }
            }
        }

        void rests(Duration time) {
            now = now.plus(time);
        }
    }

    private static List<Duration> seconds(long... all) {
        return java.util.Arrays.stream(all).mapToObj(Duration::ofSeconds).toList();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "one roll-out,                          50, 10",
        "a deployment tool that fights a minute, 30, 2000",
        "a drift at each look,                  1000, 20000",
        "agents that come and go,               500, 30000",
    })
    void whatIsUsualHasNoPause(String what, int times, long millisApart) {
        var object = new Changing();
        object.changes(times, Duration.ofMillis(millisApart));
        assertThat(object.pauses).as(what).isEmpty();
    }

    @Test
    void pausesGrowUpToTheLongest() {
        var object = new Changing();
        object.changes(Brake.FREE, Duration.ofMillis(300));
        assertThat(object.pauses).isEmpty();
        object.changes(1 + 8 * 4, Duration.ofMillis(300));
        assertThat(object.pauses).isEqualTo(seconds(10, 20, 40, 80, 160, 320, 600, 600, 600));
    }

    /** However long it is: otherwise there would be another burst after each pause. */
    @Test
    void threeChangesAreFreeAfterAPause() {
        var object = new Changing();
        object.changes(Brake.FREE + 1, Duration.ofMillis(1));
        for (int pauses = 1; pauses < 10; pauses++) {
            object.changes(3, Duration.ofMillis(1));
            assertThat(object.pauses).hasSize(pauses);
            object.changes(1, Duration.ofMillis(1));
            assertThat(object.pauses).hasSize(pauses + 1);
        }
    }

    @Test
    void aQuietTimeStartsAnew() {
        var object = new Changing();
        object.changes(Brake.FREE + 5, Duration.ofMillis(1));
        object.rests(Brake.EACH.multipliedBy(Brake.FREE).plus(Duration.ofMinutes(10)));
        object.pauses.clear();
        object.changes(Brake.FREE + 1, Duration.ofMillis(1));
        assertThat(object.pauses).isEqualTo(seconds(10));
    }

    @Test
    void anotherSpecStartsAnewAndNeedNotWait() {
        var object = new Changing();
        object.changes(Brake.FREE + 1, Duration.ofMillis(1));
        assertThat(object.brake.left(SPEC, object.now)).isPositive();
        assertThat(object.brake.left(SPEC + 1, object.now)).isZero();
        object.pauses.clear();
        object.changes(Brake.FREE, Duration.ofMillis(1), SPEC + 1);
        assertThat(object.pauses).isEmpty();
    }

    @Test
    void aFewChangesAreForgotten() {
        var brake = Brake.NONE.changed(SPEC, START).changed(SPEC, START);
        assertThat(brake.isClear(START.plus(Brake.EACH))).isFalse();
        assertThat(brake.isClear(START.plus(Brake.EACH.multipliedBy(2)))).isTrue();
    }
}
