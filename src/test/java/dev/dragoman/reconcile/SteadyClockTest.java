package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.queue.WorkQueue;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
    private static final ObjectKey KEY = new ObjectKey("example.org", "Thing", "ns", "a");

    private final TestClock wall = new TestClock();
    private final AtomicLong nanos = new AtomicLong(-5);
    private final SteadyClock clock = new SteadyClock(wall, nanos::get);

    @Test
    void beginsAtTheTimeOfDayAndCountsOn() {
        assertThat(clock.instant()).isEqualTo(wall.instant());
        nanos.addAndGet(Duration.ofSeconds(90).toNanos());
        assertThat(clock.instant()).isEqualTo(wall.instant().plusSeconds(90));
    }

    @Test
    void aClockThatIsSetBackHoldsNoTimerUp() {
        var queue = new WorkQueue(clock, Integer.MAX_VALUE);
        queue.addAfter(KEY, Cause.RETRY, Duration.ofSeconds(30));
        wall.advance(Duration.ofHours(-1));
        assertThat(queue.poll()).isEmpty();
        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        assertThat(queue.poll()).isPresent();
    }
}
