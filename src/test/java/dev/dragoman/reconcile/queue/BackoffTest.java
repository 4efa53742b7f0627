package dev.dragoman.reconcile.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Paces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final ObjectKey KEY = WorkQueueTest.key("a");
    private static final Paces.Retry FAST = of(Outcome.Pace.FAST);
    private static final Paces.Retry SLOW = of(Outcome.Pace.SLOW);

    private static Paces.Retry of(Outcome.Pace pace) {
        return Paces.NONE.retry(KEY, pace, Duration.ofHours(1));
    }

    @Test
    void doublesFromOneSecondUpToTheCapAndStartsAnewAfterSuccess() {
        var backoff = new Backoff(() -> 0);
        var waits = new ArrayList<Long>();
        for (int i = 0; i < 7; i++) {
            waits.add(backoff.next(KEY, FAST, Optional.empty()).toSeconds());
        }
        assertThat(waits).isEqualTo(List.of(1L, 2L, 4L, 8L, 16L, 30L, 30L));
        backoff.reset(KEY);
        assertThat(backoff.next(KEY, FAST, Optional.empty())).hasSeconds(1);
    }

    @Test
    void aKindMayHavePausesOfItsOwn() {
        var backoff = new Backoff(() -> 0);
        var own = new Paces.Retry(Duration.ofSeconds(30), Duration.ofMinutes(10));
        var waits = new ArrayList<Long>();
        for (int i = 0; i < 100; i++) {
            waits.add(backoff.next(KEY, own, Optional.empty()).toSeconds());
        }
        assertThat(waits).startsWith(30L, 60L, 120L, 240L, 480L, 600L, 600L).endsWith(600L);
        assertThat(backoff.next(KEY, own, Optional.of(Duration.ofMinutes(20))))
                .isGreaterThanOrEqualTo(Duration.ofMinutes(20));
    }

    /** Days of waiting for an owner say nothing of how long Azure refuses what is sent then. */
    @Test
    void aSlowerPaceGoesOnFromTheLongestPauseOfTheFasterOne() {
        var backoff = new Backoff(() -> 0);
        for (int i = 0; i < 100; i++) {
            var _ = backoff.next(KEY, FAST, Optional.empty());
        }
        var waning = of(Outcome.Pace.WANING);
        assertThat(backoff.next(KEY, waning, Optional.empty())).hasSeconds(64);
        assertThat(backoff.next(KEY, waning, Optional.empty())).hasSeconds(128);
    }

    @Test
    void aPaceThatWanesEndsInTheResyncPeriod() {
        var backoff = new Backoff(() -> 0);
        var waits = new ArrayList<Long>();
        for (int i = 0; i < 14; i++) {
            waits.add(backoff.next(KEY, of(Outcome.Pace.WANING), Optional.empty()).toSeconds());
        }
        assertThat(waits).startsWith(1L, 2L, 4L, 8L).endsWith(2048L, 3600L, 3600L);
        assertThat(Paces.NONE.retry(KEY, Outcome.Pace.WANING, Duration.ZERO).longest())
                .as("without a resync")
                .isEqualTo(Outcome.Pace.WANING.cap());
        assertThat(Paces.NONE.retry(KEY, Outcome.Pace.WANING, Duration.ofSeconds(10)).longest())
                .hasSeconds(10);
    }

    @Test
    void whatIsBegunAgainAfterEachFailureResetsNothing() {
        assertThat(new Outcome.Pending(Duration.ofSeconds(1)).endsFailures()).isFalse();
        assertThat(new Outcome.RequeueAfter(Duration.ofSeconds(1)).endsFailures()).isTrue();
        assertThat(new Outcome.Transient("A", "b", Outcome.Pace.FAST, Optional.empty()))
                .returns(false, Outcome::endsFailures);
        assertThat(new Outcome.Fatal("A", "b").endsFailures()).isTrue();
        assertThat(Outcome.done().endsFailures()).isTrue();
    }

    @Test
    void capsAfterAnyNumberOfFailures() {
        var backoff = new Backoff(() -> 0);
        for (int i = 0; i < 200; i++) {
            assertThat(backoff.next(KEY, SLOW, Optional.empty()))
                    .isPositive()
                    .isLessThanOrEqualTo(Outcome.Pace.SLOW.cap());
        }
    }

    @Test
    void jitterOnlyShortensAndNeverBelowTheRetryAfter() {
        var backoff = new Backoff(() -> 0.9);
        assertThat(backoff.next(KEY, FAST, Optional.empty())).hasMillis(775);
        var asked = Duration.ofSeconds(17);
        assertThat(backoff.next(KEY, FAST, Optional.of(asked)))
                .isBetween(asked, asked.plusSeconds(1));
    }

    @Test
    void resyncsPartWays() {
        var hour = Duration.ofHours(1);
        assertThat(new Backoff(() -> 0).around(hour, 0.25)).hasMinutes(45);
        assertThat(new Backoff(() -> 0.5).around(hour, 0.25)).isEqualTo(hour);
        assertThat(new Backoff(() -> 0.5).within(hour)).hasMinutes(30);
    }
}
