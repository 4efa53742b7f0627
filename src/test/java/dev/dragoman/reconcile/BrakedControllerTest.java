package dev.dragoman.reconcile;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.queue.WorkQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects whose reconciliations change something again and again. */
class BrakedControllerTest {
    private static final ObjectKey KEY = new ObjectKey("example.org", "Thing", "ns", "a");

    private final TestClock clock = new TestClock();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private final List<Effects.Pause> pauses = new CopyOnWriteArrayList<>();
    private final List<Cause> causes = new CopyOnWriteArrayList<>();
    private volatile Map<String, Object> object = generation(1);
    private volatile Consumer<Reconciliation> then = any -> Effects.made("apply Secret ns/a");
    private volatile Outcome outcome = Outcome.done();
    private Controller controller;

    private final class Host implements ControllerHost {
        @Override
        public ControllerHost.View view(Controller controller, WorkQueue.Work work) {
            return new ControllerHost.View.Current(object, "uid");
        }

        @Override
        public void ended(Controller controller, Reconciliation reconciliation, boolean last) {
            count.incrementAndGet();
        }

        @Override
        public void handedIn(ObjectKey key) {
            looks.incrementAndGet();
        }

        @Override
        public void released(Controller controller) {}
    }

    @BeforeEach
    void start() {
        controller =
                new Controller(
                        new Subscription.Request(
                                "things",
                                List.of(new KindSelector("example.org", "*")),
                                Set.of(),
                                this::reconcile,
                                Duration.ZERO,
                                Subscription.Request.JITTER,
                                1,
                                Duration.ofSeconds(20)),
                        new Host(),
                        clock,
                        timer,
                        (key, version) -> false,
                        meters);
        controller.lead(true);
    }

    @AfterEach
    void stop() {
        controller.stop(Duration.ofSeconds(5));
        timer.shutdownNow();
    }

    private static Map<String, Object> generation(int number) {
        return Map.of("metadata", Map.of("uid", "uid", "generation", number));
    }

    private Outcome reconcile(Reconciliation reconciliation) {
        causes.add(reconciliation.cause());
        then.accept(reconciliation);
        Effects.pause().ifPresent(pauses::add);
        return outcome;
    }

    /** An event comes, and is dealt with. */
    private void event(Cause cause) {
        int before = looks.get();
        controller.queue().add(KEY, cause);
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> looks.get() > before);
    }

    private void events(int times) {
        for (int i = 0; i < times; i++) {
            event(Cause.REFERENCE);
        }
    }

    @Test
    void whatIsChangedAgainAndAgainIsPausedAndNoWorkIsLost() {
        events(Brake.FREE);
        assertThat(pauses).isEmpty();
        events(10);
        assertThat(count).as("reconciliations").hasValue(Brake.FREE + 1);
        assertThat(pauses).hasSize(1);
        assertThat(pauses.getFirst().effects()).containsExactly("apply Secret ns/a");
        assertThat(pauses.getFirst().until()).isEqualTo(clock.instant().plus(Brake.FIRST_PAUSE));
        assertThat(meters.get("dragoman_pauses").counter().count()).isOne();

        clock.advance(Brake.FIRST_PAUSE.minusMillis(1));
        assertThat(controller.queue().depth()).isZero();
        clock.advance(Duration.ofMillis(1));
        await("at the end of the pause, without an event")
                .until(() -> count.get() == Brake.FREE + 2);
        assertThat(pauses).as("there is some room after a pause").hasSize(1);
        events(3);
        assertThat(pauses).hasSize(2);
    }

    @Test
    void theKeyComesAgainAfterThePauseAlsoWithoutAnyEvent() {
        events(Brake.FREE + 1);
        then = any -> {};
        clock.advance(Brake.FIRST_PAUSE);
        await().until(() -> count.get() == Brake.FREE + 2);
        assertThat(causes.getLast()).isEqualTo(Cause.REQUEUE);
        events(200);
        assertThat(count).as("nothing is changed, so nothing waits").hasValue(Brake.FREE + 202);
    }

    @Test
    void anEditAndADeletionNeedNotWait() {
        events(Brake.FREE + 5);
        int before = count.get();
        object = generation(2);
        event(Cause.EDITED);
        assertThat(count).as("another spec").hasValue(before + 1);

        events(Brake.FREE + 5);
        before = count.get();
        object =
                Map.of(
                        "metadata",
                        Map.of("uid", "uid", "generation", 2, "deletionTimestamp", "2026-11-01"));
        event(Cause.EDITED);
        assertThat(count).as("being deleted").hasValue(before + 1);
        // such as a DELETE that is sent again while the resource comes back
        events(Brake.FREE + 5);
        assertThat(count).as("deletions again").hasValue(before + Brake.FREE + 1);

        before = count.get();
        object = Map.of();
        event(Cause.DELETED);
        assertThat(count).as("gone").hasValue(before + 1);
    }

    @Test
    void aConfigMapHasNoGenerationAndItsDataCounts() {
        object = Map.of("metadata", Map.of("uid", "uid", "resourceVersion", "1"), "data", 1);
        events(Brake.FREE + 5);
        object = Map.of("metadata", Map.of("uid", "uid", "resourceVersion", "2"), "data", 1);
        int before = count.get();
        event(Cause.EDITED);
        assertThat(count).as("the same data").hasValue(before);
        object = Map.of("metadata", Map.of("uid", "uid", "resourceVersion", "3"), "data", 2);
        event(Cause.EDITED);
        assertThat(count).as("other data").hasValue(before + 1);
    }

    @Test
    void whatOnlyLooksIsNeverPaused() {
        then = any -> {};
        outcome = new Outcome.Transient("Away", "away", Outcome.Pace.FAST, Optional.empty());
        events(300);
        assertThat(count).hasValue(300);
    }

    /** Steps of teams run on a thread of their own. */
    @Test
    void effectsOfAnotherThreadCount() {
        then =
                any -> {
                    var task =
                            new FutureTask<>(
                                    Effects.carried(
                                            () -> {
                                                Effects.made("apply ConfigMap ns/b");
                                                return true;
                                            }));
                    Thread.ofPlatform().daemon().start(task);
                    try {
                        assertThat(task.get()).isTrue();
                    } catch (InterruptedException
                            | java.util.concurrent.ExecutionException failed) {
                        throw new IllegalStateException(failed);
                    }
                };
        events(Brake.FREE + 5);
        assertThat(count).hasValue(Brake.FREE + 1);
        assertThat(pauses.getFirst().effects()).containsExactly("apply ConfigMap ns/b");
    }
}
