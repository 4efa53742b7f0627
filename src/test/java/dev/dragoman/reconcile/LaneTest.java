package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaneTest {
    private static final ObjectKey KEY = new ObjectKey("example.org", "Thing", "ns", "a");
    private static final ObjectKey OTHER = new ObjectKey("example.org", "Thing", "ns", "b");

    private final TestClock clock = new TestClock();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<Cause> causes = new CopyOnWriteArrayList<>();
    private volatile Map<String, Object> object = Map.of();
    private volatile Paces paces = Paces.NONE;
    private volatile Function<Pass, Outcome> then = pass -> Outcome.done();
    private final Lane lane =
            new Lane(
                    new Subscription.Request(
                            "things",
                            List.of(new KindSelector("example.org", "*")),
                            Optional.empty(),
                            this::reconcile,
                            Duration.ofHours(1),
                            Subscription.Request.JITTER,
                            1,
                            Duration.ofSeconds(20)),
                    new Host(),
                    clock,
                    timer,
                    (key, version) -> false,
                    meters);

    /** The object is gone at its first visit, unless a test has one. */
    private final class Host implements Lane.Host {
        @Override
        public Lane.View view(Lane lane, WorkQueue.Work work) {
            return new Lane.View.Seen(object, "uid");
        }

        @Override
        public void ended(Lane lane, Pass pass, Outcome outcome) {
            told.add("ended, in hand: " + lane.queue().runningSince(pass.key()).isPresent());
        }

        @Override
        public void handedIn(ObjectKey key) {
            told.add("handed in, in hand: " + lane.queue().runningSince(key).isPresent());
        }

        @Override
        public void released(Lane lane) {}

        @Override
        public Paces paces() {
            return paces;
        }
    }

    @AfterEach
    void stop() {
        lane.stop(Duration.ofSeconds(5));
        timer.shutdownNow();
    }

    @Test
    void whatAPassEndsWithIsCleanedUpBeforeAnotherMayBegin() {
        lane.lead(true);
        lane.queue().add(KEY, Cause.DELETED);
        await().until(() -> told.size() == 2);
        assertThat(told).containsExactly("ended, in hand: true", "handed in, in hand: false");
    }

    @Test
    void whoStandsByKeepsNoKeysOfWhatIsGoneAndShowsNoDepth() {
        for (int i = 0; i < 100; i++) {
            var key = new ObjectKey("example.org", "Thing", "ns", "short-lived-" + i);
            lane.queue().add(key, Cause.OBSERVED);
            assertThat(lane.gone(key, "uid")).isFalse();
        }
        lane.queue().add(KEY, Cause.OBSERVED);
        assertThat(lane.queue().depth()).as("keys").isOne();
        assertThat(depth()).as("what is shown").isZero();

        clock.advance(Duration.ofHours(1));
        lane.pause();
        lane.lead(true);
        assertThat(depth()).as("what is shown of a leader").isOne();
        assertThat(lane.queue().waitingLongest().orElseThrow().since())
                .as("how long it waits")
                .isZero();
        assertThat(lane.gone(OTHER, "uid")).isTrue();
        lane.resume();
        await().until(() -> told.size() == 4);
        assertThat(depth()).isZero();
    }

    private double depth() {
        return meters.get("workqueue_depth").gauge().value();
    }

    private Outcome reconcile(Pass pass) {
        causes.add(pass.cause());
        return then.apply(pass);
    }

    @Test
    void aWakeIsVisitedAtOnceWhateverPauseTheQueueHolds() {
        object = Map.of("spec", Map.of());
        then = pass -> failed(Optional.of(Duration.ofMinutes(10)));
        lane.lead(true);
        lane.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 2);
        assertThat(lane.queue().depth()).isZero();

        then = pass -> Outcome.done();
        lane.wake(KEY);
        await().until(() -> told.size() == 4);
        assertThat(causes).containsExactly(Cause.EDITED, Cause.WOKEN);
        assertThat(meters.get("dragoman_wakes").tag("result", "woken").counter().count()).isOne();
    }

    @Test
    void aWakeThatMeetsAnEditComparesAllTheSame() {
        object = Map.of("spec", Map.of());
        lane.wake(KEY);
        lane.queue().add(KEY, Cause.EDITED);
        lane.lead(true);
        await().until(() -> told.size() == 2);
        lane.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 4);
        assertThat(causes).containsExactly(Cause.WOKEN, Cause.EDITED);
    }

    @Test
    void theNextPassOfAWokenOneThatFailedComparesToo() {
        object = Map.of("spec", Map.of());
        then = pass -> failed(Optional.empty());
        lane.wake(KEY);
        lane.lead(true);
        await().until(() -> told.size() == 2);
        then = pass -> Outcome.done();
        lane.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 4);
        lane.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 6);
        assertThat(causes).containsExactly(Cause.WOKEN, Cause.WOKEN, Cause.EDITED);
    }

    @Test
    void theUidOfWhatIsGoneIsKnownUntilAPassIsDoneWithIt() {
        lane.lead(true);
        then = pass -> failed(Optional.of(Duration.ofMinutes(10)));
        assertThat(lane.gone(KEY, "one")).isTrue();
        await().until(() -> told.size() == 2);
        assertThat(lane.uidOfGone(KEY)).isEqualTo("one");
        lane.alive(KEY);
        assertThat(lane.uidOfGone(KEY)).isEmpty();
    }

    private static Outcome failed(Optional<Duration> notBefore) {
        return new Outcome.Transient("No", "on purpose", Outcome.Pace.FAST, notBefore);
    }

    @Test
    void aKindIsResyncedAtItsOwnPace() {
        paces = paces(Duration.ofMinutes(1));
        object = Map.of("spec", Map.of());
        lane.lead(true);
        lane.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 2);
        clock.advance(Duration.ofMinutes(1));
        // a waiting dispatcher looks at the clock when something happens
        lane.queue().add(OTHER, Cause.EDITED);
        await().until(() -> causes.contains(Cause.RESYNC));
    }

    @Test
    void aKindIsNeverResyncedWhereThatIsSaid() {
        paces = paces(Duration.ZERO);
        object = Map.of("spec", Map.of());
        lane.lead(true);
        lane.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 2);
        clock.advance(Duration.ofDays(365));
        lane.queue().add(OTHER, Cause.EDITED);
        await().until(() -> told.size() == 4);
        assertThat(causes).containsExactly(Cause.EDITED, Cause.EDITED);
    }

    @Test
    void aKindIsTriedAgainAtItsOwnPaceAndItsPassesKnow() {
        paces = paces(Duration.ZERO);
        object = Map.of("spec", Map.of());
        var pauses = new CopyOnWriteArrayList<Optional<Duration>>();
        then =
                pass -> {
                    pauses.add(pass.longestPause());
                    return failed(Optional.empty());
                };
        lane.lead(true);
        lane.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 2);
        // the usual first pause is one second
        clock.advance(Duration.ofSeconds(20));
        assertThat(lane.queue().depth()).isZero();
        clock.advance(Duration.ofSeconds(10));
        lane.queue().add(OTHER, Cause.EDITED);
        await().until(() -> causes.contains(Cause.RETRY));
        assertThat(pauses.getFirst()).contains(Duration.ofMinutes(10));
    }

    private static Paces paces(Duration resync) {
        var retry = new Paces.Retry(Duration.ofSeconds(30), Duration.ofMinutes(10));
        return new Paces(
                List.of(new Paces.Rule<>("test", "Thing.example.org", resync)),
                List.of(new Paces.Rule<>("test", "*.example.org", retry)));
    }
}
