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
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ControllerTest {
    private static final ObjectKey KEY = new ObjectKey("example.org", "Thing", "ns", "a");
    private static final ObjectKey OTHER = new ObjectKey("example.org", "Thing", "ns", "b");

    private final TestClock clock = new TestClock();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<Cause> causes = new CopyOnWriteArrayList<>();
    private final List<ObjectKey> forgotten = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private volatile boolean noThreads;
    private volatile Map<String, Object> object = Map.of();
    private volatile Paces paces = Paces.NONE;
    private volatile Function<Reconciliation, Outcome> then = reconciliation -> Outcome.done();
    private final Subscription.Request request =
            new Subscription.Request(
                    "things",
                    List.of(new KindSelector("example.org", "*")),
                    Set.of(),
                    this::reconcile,
                    Duration.ofHours(1),
                    Subscription.Request.JITTER,
                    1,
                    Duration.ofSeconds(20));
    private final Controller controller =
            new Controller(
                    request,
                    new Host(),
                    clock,
                    timer,
                    (key, version) -> false,
                    meters,
                    this::thread);

    /** The object is gone at its first reconciliation, unless a test has one. */
    private final class Host implements ControllerHost {
        @Override
        public ControllerHost.View view(Controller controller, WorkQueue.Work work) {
            return new ControllerHost.View.Current(
                    object, object.isEmpty() ? controller.uidOfGone(work.key()) : "uid");
        }

        @Override
        public void ended(Controller controller, Reconciliation reconciliation, boolean last) {
            if (last) {
                forgotten.add(reconciliation.key());
            }
            told.add(
                    "ended, in hand: "
                            + controller.queue().runningSince(reconciliation.key()).isPresent());
        }

        @Override
        public void handedIn(ObjectKey key) {
            told.add("handed in, in hand: " + controller.queue().runningSince(key).isPresent());
        }

        @Override
        public void released(Controller controller) {}

        @Override
        public Paces paces() {
            return paces;
        }
    }

    @AfterEach
    void stop() {
        controller.stop(Duration.ofSeconds(5));
        timer.shutdownNow();
    }

    @Test
    void whatAPassEndsWithIsCleanedUpBeforeAnotherMayBegin() {
        controller.lead(true);
        controller.queue().add(KEY, Cause.DELETED);
        await().until(() -> told.size() == 2);
        assertThat(told).containsExactly("ended, in hand: true", "handed in, in hand: false");
    }

    @Test
    void whoStandsByKeepsNoKeysOfWhatIsGoneAndShowsNoDepth() {
        for (int i = 0; i < 100; i++) {
            var key = new ObjectKey("example.org", "Thing", "ns", "short-lived-" + i);
            controller.queue().add(key, Cause.OBSERVED);
            assertThat(controller.gone(key, "uid")).isFalse();
        }
        controller.queue().add(KEY, Cause.OBSERVED);
        assertThat(controller.queue().depth()).as("keys").isOne();
        assertThat(depth()).as("what is shown").isZero();

        clock.advance(Duration.ofHours(1));
        controller.pause();
        controller.lead(true);
        assertThat(depth()).as("what is shown of a leader").isOne();
        assertThat(controller.queue().waitingLongest().orElseThrow().since())
                .as("how long it waits")
                .isZero();
        assertThat(controller.gone(OTHER, "uid")).isTrue();
        controller.resume();
        await().until(() -> told.size() == 4);
        assertThat(depth()).isZero();
    }

    private Thread thread(Runnable task) {
        if (noThreads) {
            refusals.incrementAndGet();
            throw new OutOfMemoryError("unable to create native thread (planted)");
        }
        return Thread.ofPlatform().daemon().unstarted(task);
    }

    private double depth() {
        return meters.get("workqueue_depth").gauge().value();
    }

    private Outcome reconcile(Reconciliation reconciliation) {
        causes.add(reconciliation.cause());
        return then.apply(reconciliation);
    }

    /** A platform thread for each would cost a third of the rate. */
    @Test
    void theOperatorsReconciliationsHaveVirtualThreads() {
        var virtual = new CopyOnWriteArrayList<Boolean>();
        then =
                reconciliation -> {
                    virtual.add(Thread.currentThread().isVirtual());
                    return Outcome.done();
                };
        var usual =
                new Controller(
                        request,
                        new Host(),
                        clock,
                        timer,
                        (key, version) -> false,
                        new SimpleMeterRegistry());
        usual.lead(true);
        usual.queue().add(KEY, Cause.DELETED);
        await().until(() -> !virtual.isEmpty());
        assertThat(virtual).containsExactly(true);
        usual.stop(Duration.ZERO);
    }

    @Test
    void aWakeIsVisitedAtOnceWhateverPauseTheQueueHolds() {
        object = Map.of("spec", Map.of());
        then = reconciliation -> failed(Optional.of(Duration.ofMinutes(10)));
        controller.lead(true);
        controller.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 2);
        assertThat(controller.queue().depth()).isZero();

        then = reconciliation -> Outcome.done();
        controller.wake(KEY);
        await().until(() -> told.size() == 4);
        assertThat(causes).containsExactly(Cause.EDITED, Cause.WOKEN);
        assertThat(meters.get("dragoman_wakes").tag("result", "woken").counter().count()).isOne();
    }

    /** Two routes that wake each other would occupy a processor. */
    @Test
    void aKeyThatIsWokenAgainAndAgainIsPaced() {
        object = Map.of("spec", Map.of());
        // wakes itself, as another route does that it wakes
        then =
                reconciliation -> {
                    controller.wake(KEY);
                    return Outcome.done();
                };
        controller.lead(true);
        controller.wake(KEY);
        await().until(() -> told.size() == 2);
        controller.wake(KEY);
        assertThat(controller.queue().depth()).as("not yet").isZero();
        controller.wake(OTHER);
        await().until(() -> told.size() == 4);
        clock.advance(Duration.ofMillis(999));
        assertThat(controller.queue().depth()).as("not yet").isZero();
        assertThat(causes).as("another key need not wait").hasSize(2);

        then = reconciliation -> Outcome.done();
        clock.advance(Duration.ofMillis(1));
        await().until(() -> told.size() == 6);
        assertThat(causes).containsOnly(Cause.WOKEN);
        clock.advance(Duration.ofSeconds(1));
        controller.wake(KEY);
        await("at once").until(() -> told.size() == 8);
    }

    @Test
    void aWakeThatMeetsAnEditComparesAllTheSame() {
        object = Map.of("spec", Map.of());
        controller.wake(KEY);
        controller.queue().add(KEY, Cause.EDITED);
        controller.lead(true);
        await().until(() -> told.size() == 2);
        controller.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 4);
        assertThat(causes).containsExactly(Cause.WOKEN, Cause.EDITED);
    }

    @Test
    void theNextPassOfAWokenOneThatFailedComparesToo() {
        object = Map.of("spec", Map.of());
        then = reconciliation -> failed(Optional.empty());
        controller.wake(KEY);
        controller.lead(true);
        await().until(() -> told.size() == 2);
        then = reconciliation -> Outcome.done();
        controller.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 4);
        controller.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 6);
        assertThat(causes).containsExactly(Cause.WOKEN, Cause.WOKEN, Cause.EDITED);
    }

    @Test
    void theUidOfWhatIsGoneIsKnownUntilAPassIsDoneWithIt() {
        controller.lead(true);
        then = reconciliation -> failed(Optional.of(Duration.ofMinutes(10)));
        assertThat(controller.gone(KEY, "one")).isTrue();
        await().until(() -> told.size() == 2);
        assertThat(controller.uidOfGone(KEY)).isEqualTo("one");
        controller.alive(KEY);
        assertThat(controller.uidOfGone(KEY)).isEmpty();
    }

    /** Otherwise no object of the subscription would be reconciled any more. */
    @Test
    void withoutAThreadForItAKeyIsTriedLater() {
        noThreads = true;
        controller.lead(true);
        controller.queue().add(KEY, Cause.EDITED);
        await().until(() -> refusals.get() == 1 && controller.queue().runningSince(KEY).isEmpty());
        noThreads = false;
        clock.advance(Duration.ofSeconds(1));
        await().until(() -> told.size() == 2);
        assertThat(causes).containsExactly(Cause.EDITED);
        assertThat(controller.running()).isZero();
    }

    /** No event and no change ever ends the tries. */
    @Test
    void whatFailsForGoodForADeletedObjectIsGivenUp() {
        then = reconciliation -> new Outcome.Fatal("No", "on purpose");
        controller.lead(true);
        assertThat(controller.gone(KEY, "one")).isTrue();
        await().until(() -> told.size() == 2);
        assertGivenUp();
    }

    @Test
    void whatFailsAgainAndAgainForADeletedObjectIsGivenUp() {
        then = reconciliation -> failed(Optional.empty());
        controller.lead(true);
        assertThat(controller.gone(KEY, "one")).isTrue();
        for (int i = 1; i <= GoneObjects.TRIES; i++) {
            int times = 2 * i;
            await().until(() -> told.size() == times);
            if (i < GoneObjects.TRIES) {
                assertThat(controller.uidOfGone(KEY)).isEqualTo("one");
                controller.queue().add(KEY, Cause.RETRY);
            }
        }
        assertGivenUp();
    }

    @Test
    void aNewObjectOfTheNameIsTriedOnAndOn() {
        then = reconciliation -> failed(Optional.empty());
        controller.lead(true);
        assertThat(controller.gone(KEY, "one")).isTrue();
        await().until(() -> told.size() == 2);
        object = Map.of("spec", Map.of());
        for (int i = 2; i <= 2 * GoneObjects.TRIES; i++) {
            int times = 2 * i;
            controller.queue().add(KEY, Cause.RETRY);
            await().until(() -> told.size() == times);
        }
        assertThat(forgotten).isEmpty();
    }

    private void assertGivenUp() {
        assertThat(forgotten).containsExactly(KEY);
        assertThat(controller.uidOfGone(KEY)).isEmpty();
        clock.advance(Duration.ofDays(365));
        assertThat(controller.queue().depth()).isZero();
        assertThat(controller.queue().waitingLongest()).isEmpty();
    }

    private static Outcome failed(Optional<Duration> notBefore) {
        return new Outcome.Transient("No", "on purpose", Outcome.Pace.FAST, notBefore);
    }

    @Test
    void aKindIsResyncedAtItsOwnPace() {
        paces = paces(Duration.ofMinutes(1));
        object = Map.of("spec", Map.of());
        controller.lead(true);
        controller.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 2);
        clock.advance(Duration.ofMinutes(1));
        // a waiting dispatcher looks at the clock when something happens
        controller.queue().add(OTHER, Cause.EDITED);
        await().until(() -> causes.contains(Cause.RESYNC));
    }

    @Test
    void aKindIsNeverResyncedWhereThatIsSaid() {
        paces = paces(Duration.ZERO);
        object = Map.of("spec", Map.of());
        controller.lead(true);
        controller.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 2);
        clock.advance(Duration.ofDays(365));
        controller.queue().add(OTHER, Cause.EDITED);
        await().until(() -> told.size() == 4);
        assertThat(causes).containsExactly(Cause.EDITED, Cause.EDITED);
    }

    @Test
    void aKindIsTriedAgainAtItsOwnPaceAndItsPassesKnow() {
        paces = paces(Duration.ZERO);
        object = Map.of("spec", Map.of());
        var pauses = new CopyOnWriteArrayList<Optional<Duration>>();
        then =
                reconciliation -> {
                    pauses.add(reconciliation.longestPause());
                    return failed(Optional.empty());
                };
        controller.lead(true);
        controller.queue().add(KEY, Cause.EDITED);
        await().until(() -> told.size() == 2);
        // the usual first pause is one second
        clock.advance(Duration.ofSeconds(20));
        assertThat(controller.queue().depth()).isZero();
        clock.advance(Duration.ofSeconds(10));
        controller.queue().add(OTHER, Cause.EDITED);
        await().until(() -> causes.contains(Cause.RETRY));
        assertThat(pauses.getFirst()).contains(Duration.ofMinutes(10));
    }

    /** Eight events of a definition that becomes served would make it wait for minutes. */
    @Test
    void afterAChangeThePausesBeginAnew() {
        object = Map.of("spec", Map.of());
        then = reconciliation -> failed(Optional.empty());
        controller.lead(true);
        for (int i = 1; i <= 8; i++) {
            controller.queue().add(KEY, Cause.REFERENCE);
            int times = 2 * i;
            await().until(() -> told.size() == times);
        }
        clock.advance(Duration.ofSeconds(1));
        // a waiting dispatcher looks at the clock when something happens
        controller.queue().add(OTHER, Cause.OBSERVED);
        await().until(() -> causes.contains(Cause.RETRY));
    }

    private static Paces paces(Duration resync) {
        var retry = new Paces.Retry(Duration.ofSeconds(30), Duration.ofMinutes(10));
        return new Paces(
                List.of(new Paces.Rule<>("test", "Thing.example.org", resync)),
                List.of(new Paces.Rule<>("test", "*.example.org", retry)));
    }
}
