package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When keys that were asked for still count. */
class AskedKeysTest {
    private static final ObjectKey KEY = new ObjectKey("g", "K", "ns", "one");
    private static final ObjectKey OTHER = new ObjectKey("g", "K", "ns", "two");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int SIGN = 7;
    private static final int VERSIONS = 11;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Duration pace = Duration.ofDays(1);
    private final Memory keys = new Memory(() -> now, any -> pace);

    private void ask() {
        keys.wrote(KEY, VERSIONS);
        keys.asked(KEY, SIGN);
    }

    private boolean stands() {
        return keys.standing(KEY, VERSIONS).isPresent();
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    /** Looks of a day, one each hour, at an account that nobody changes. */
    private int asksOfADay() {
        ask();
        int asks = 0;
        for (int look = 0; look < 24; look++) {
            pass(HOUR);
            if (!stands()) {
                asks++;
                ask();
            }
        }
        return asks;
    }

    @Test
    void aDayCostsOneRequestForKeys() {
        assertThat(asksOfADay()).isEqualTo(1);
    }

    @Test
    void aDayCostsARequestAtEachLookIfThatIsSet() {
        pace = Duration.ZERO;
        assertThat(asksOfADay()).isEqualTo(24);
    }

    @Test
    void whatTheResourceShowedIsKeptUntilTheObjectIsGone() {
        assertThat(keys.standing(KEY, VERSIONS)).as("never asked").isEmpty();
        ask();
        assertThat(keys.standing(KEY, VERSIONS)).contains(SIGN);
        assertThat(keys.standing(OTHER, VERSIONS)).isEmpty();
        keys.forget(KEY);
        assertThat(stands()).isFalse();
    }

    @Test
    void anEditedExportEndsIt() {
        ask();
        assertThat(keys.standing(KEY, VERSIONS + 1)).isEmpty();
        assertThat(keys.standing(KEY, VERSIONS)).as("as it was written").contains(SIGN);
    }

    @Test
    void anEventEndsItUntilAComparisonThatBeganAfterItHasAsked() {
        ask();
        keys.begins(KEY, true);
        assertThat(keys.keysMayHaveChanged(KEY)).isEmpty();
        assertThat(stands()).isFalse();
        pass(HOUR);
        assertThat(stands()).as("however late it is looked at").isFalse();
        ask();
        assertThat(stands()).as("the event may have come after the request").isFalse();
        keys.begins(KEY, false);
        ask();
        assertThat(stands()).as("no comparison").isFalse();
        keys.begins(KEY, true);
        assertThat(stands()).as("not yet asked for").isFalse();
        ask();
        assertThat(stands()).isTrue();
        assertThat(keys.standing(OTHER, VERSIONS)).isEmpty();
    }

    /** Events of ten minutes, ten each second: each asks to ask for keys again. */
    @Test
    void aFloodOfEventsAsksForKeysOnceAMinute() {
        ask();
        int asks = 0;
        Optional<Instant> planned = Optional.empty();
        var end = now.plus(Duration.ofMinutes(10));
        while (now.isBefore(end)) {
            var pause = keys.keysMayHaveChanged(KEY);
            if (pause.isPresent()) {
                assertThat(planned).as("one plan at a time").isEmpty();
                planned = pause.map(now::plus);
            }
            pass(Duration.ofMillis(100));
            if (planned.filter(at -> !at.isAfter(now)).isPresent()) {
                keys.keysHaveChanged(KEY);
                planned = Optional.empty();
            }
            keys.begins(KEY, true);
            if (!stands()) {
                asks++;
                ask();
            }
        }
        assertThat(asks).isBetween(10, 11);
        var last = planned.or(() -> keys.keysMayHaveChanged(KEY).map(now::plus));
        assertThat(last).as("the last event is not lost").isPresent();
    }

    @Test
    void anEventOfAnObjectThatIsGoneIsForgotten() {
        ask();
        assertThat(keys.keysMayHaveChanged(KEY)).isEmpty();
        keys.forget(KEY);
        keys.keysHaveChanged(KEY);
        ask();
        assertThat(stands()).as("planned before").isTrue();
    }
}
