package dev.dragoman.reconcile.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WatchPulseTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration LATE = WatchPulse.PATIENCE.plusSeconds(1);

    private final WatchPulse pulse = new WatchPulse();

    @Test
    void whoSaysNothingOfAVersionThatIsThereIsSilent() {
        pulse.hears("10");
        pulse.expects("20", START);
        assertThat(pulse.silent(START.plus(WatchPulse.PATIENCE))).isFalse();
        // asking again does not begin anew
        pulse.expects("30", START.plusSeconds(120));
        assertThat(pulse.silent(START.plus(LATE))).isTrue();
    }

    @Test
    void whoHasNothingToSayIsNotSilent() {
        pulse.hears("20");
        pulse.expects("20", START);
        pulse.expects("19", START);
        assertThat(pulse.silent(START.plus(LATE))).isFalse();
    }

    @Test
    void anyWordIsASignOfLife() {
        pulse.hears("10");
        pulse.expects("20", START);
        pulse.hears("15");
        assertThat(pulse.silent(START.plus(LATE))).as("an earlier version").isFalse();

        pulse.expects("20", START);
        // as a bookmark of an API server that looks no further for this kind
        pulse.hears(new String("15".toCharArray()));
        assertThat(pulse.silent(START.plus(LATE))).as("the same again").isFalse();
    }

    @Test
    void nothingIsExpectedBeforeTheFirstList() {
        pulse.hears(null);
        pulse.expects("20", START);
        assertThat(pulse.silent(START.plus(LATE))).isFalse();
    }

    @Test
    void whatIsReplacedInVainIsReplacedLessOften() {
        pulse.hears("10");
        for (int i = 0; i < 8; i++) {
            pulse.expects("20", START);
            assertThat(pulse.silent(START.plus(Duration.ofHours(1)).plusSeconds(1))).isTrue();
            pulse.replaced();
            pulse.begins();
            pulse.hears("19");
        }
        pulse.expects("20", START);
        assertThat(pulse.silent(START.plus(Duration.ofHours(1)))).isFalse();
        pulse.hears("20");
        pulse.expects("30", START);
        assertThat(pulse.silent(START.plus(LATE))).as("it spoke").isTrue();
    }
}
