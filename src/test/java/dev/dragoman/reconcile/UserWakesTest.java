package dev.dragoman.reconcile;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.queue.WorkQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wakes that users ask for: how often, and that none is lost. */
class UserWakesTest {
    private static final Instant START = Instant.parse("2026-11-01T08:00:00Z");
    private static final ObjectKey KEY = key("ns", "a");
    private static final ObjectKey OTHER = key("ns", "b");

    private final TestClock clock = new TestClock();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<ObjectKey> woken = new CopyOnWriteArrayList<>();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger edits = new AtomicInteger();
    private volatile Map<String, Object> object = Map.of("spec", Map.of());
    private final Controller controller =
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

    private final class Host implements ControllerHost {
        @Override
        public View view(Controller controller, WorkQueue.Work work) {
            return new View.Current(object, "uid");
        }

        @Override
        public void ended(Controller controller, Reconciliation reconciliation, boolean last) {}

        @Override
        public void handedIn(ObjectKey key) {
            ended.incrementAndGet();
        }

        @Override
        public void released(Controller controller) {}
    }

    private static ObjectKey key(String namespace, String name) {
        return new ObjectKey("example.org", "Thing", namespace, name);
    }

    private Outcome reconcile(Reconciliation reconciliation) {
        if (reconciliation.cause() == Cause.WOKEN) {
            woken.add(reconciliation.key());
        } else if (reconciliation.cause() == Cause.EDITED) {
            edits.incrementAndGet();
        }
        return Outcome.done();
    }

    @AfterEach
    void stop() {
        controller.stop(Duration.ofSeconds(5));
        timer.shutdownNow();
    }

    /** A new value of the annotation, as its event comes. */
    private void asks(ObjectKey key) {
        controller.wakeForUser(key);
        controller.queue().add(key, Cause.EDITED);
    }

    /** Time goes by, and what is due is done. */
    private void passes(Duration time) {
        clock.advance(time);
        int before = ended.get();
        controller.queue().add(key("of-the-test", "x"), Cause.RETRY);
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(
                        () ->
                                ended.get() > before
                                        && controller.queue().depth() == 0
                                        && controller.running() == 0);
    }

    /**
     * @param asked second and name of each
     * @param begins second of each
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "one,                          0 a,                        0",
        "the next of the object,       0 a|1 a|40 a,               0|30|60",
        "one that waits is all,        0 a|1 a|2 a|29 a,           0|30|30|30",
        "after a while,                0 a|31 a,                   0|31",
        "another object,               0 a|1 b,                    0|1",
        "another namespace,            0 a|0 b|0 c|0 d|0 e|0 f|0 g|0 h|0 i|0 j|0 k|0 other/a, "
                + "                    0|0|0|0|0|0|0|0|0|0|6|0",
        "a namespace that goes on,     0 a|0 b|0 c|0 d|0 e|0 f|0 g|0 h|0 i|0 j|0 k|0 l|14 m, "
                + "                    0|0|0|0|0|0|0|0|0|0|6|12|18",
    })
    void whenAWakeBegins(String what, String asked, String begins) {
        var wakes = new UserWakes();
        var found = new ArrayList<Long>();
        for (var each : asked.split("\\|", -1)) {
            var words = each.trim().split(" ", -1);
            var now = START.plusSeconds(Long.parseLong(words[0]));
            for (var name : List.of("a", "b", "c")) {
                // as the controller does when the time has come
                wakes.waiting(key("ns", name))
                        .filter(at -> !at.isAfter(now))
                        .ifPresent(at -> wakes.compared(key("ns", name), at));
            }
            var parts = ("ns/" + words[1]).replaceFirst("^ns/(.*/)", "$1").split("/", -1);
            found.add(Duration.between(START, wakes.add(key(parts[0], parts[1]), now)).toSeconds());
        }
        assertThat(found)
                .as(what)
                .isEqualTo(Arrays.stream(begins.split("\\|")).map(Long::valueOf).toList());
    }

    @Test
    void noMinuteHasMoreThanTwentyOfANamespace() {
        var wakes = new UserWakes();
        var begins = new ArrayList<Instant>();
        for (int second = 0; second < 600; second++) {
            for (int i = 0; i < 3; i++) {
                var key = key("ns", "object-" + (second * 7 + i) % 100);
                var now = START.plusSeconds(second);
                wakes.waiting(key)
                        .filter(at -> !at.isAfter(now))
                        .ifPresent(at -> wakes.compared(key, at));
                if (wakes.waiting(key).isEmpty()) {
                    begins.add(wakes.add(key, now));
                }
            }
        }
        assertThat(begins).hasSizeGreaterThan(60);
        for (var from : begins) {
            assertThat(begins)
                    .filteredOn(at -> !at.isBefore(from) && at.isBefore(from.plusSeconds(60)))
                    .hasSizeLessThanOrEqualTo(20);
        }
    }

    @Test
    void aThousandEditsInASecondAreTwoComparisons() {
        controller.lead(true);
        for (int i = 0; i < 1_000; i++) {
            asks(KEY);
            clock.advance(Duration.ofMillis(1));
        }
        passes(Duration.ofSeconds(28));
        assertThat(woken).containsExactly(KEY);
        assertThat(edits).as("edits are not held up").hasPositiveValue();
        passes(UserWakes.OBJECT);
        assertThat(woken).containsExactly(KEY, KEY);
        for (int i = 0; i < 20; i++) {
            passes(UserWakes.OBJECT);
        }
        assertThat(woken).hasSize(2);
        asks(KEY);
        passes(Duration.ZERO);
        assertThat(woken).hasSize(3);
    }

    @Test
    void aThousandObjectsKeepNoOtherNamespaceWaitingAndNoneIsLost() {
        controller.lead(true);
        for (int i = 0; i < 1_000; i++) {
            asks(key("loud", "object-" + i));
        }
        asks(key("quiet", "a"));
        passes(Duration.ZERO);
        assertThat(woken).contains(key("quiet", "a")).hasSize(UserWakes.FREE + 1);
        assertThat(edits.get()).as("edits are not held up").isGreaterThanOrEqualTo(990);
        for (int i = 0; i < 9; i++) {
            passes(UserWakes.EACH);
        }
        assertThat(woken).as("in a minute").hasSize(20);
        for (int i = 9; i < 990; i++) {
            passes(UserWakes.EACH);
        }
        assertThat(woken).doesNotHaveDuplicates().hasSize(1_001);
    }

    @Test
    void whoBeginsToLeadDoesWhatNobodyElseCanHaveDone() {
        asks(KEY);
        asks(OTHER);
        clock.advance(Duration.ofMinutes(10));
        asks(OTHER);
        asks(key("ns", "new"));
        clock.advance(Duration.ofSeconds(15));
        controller.lead(true);
        passes(Duration.ZERO);
        assertThat(woken).containsExactlyInAnyOrder(OTHER, key("ns", "new"));
    }

    @Test
    void anObjectThatIsGoneIsForgotten() {
        controller.lead(true);
        asks(KEY);
        passes(Duration.ZERO);
        asks(KEY);
        object = Map.of();
        controller.gone(KEY, "uid");
        passes(UserWakes.OBJECT);
        assertThat(woken).containsExactly(KEY);
        object = Map.of("spec", Map.of());
        controller.queue().add(KEY, Cause.EDITED);
        passes(UserWakes.OBJECT);
        assertThat(woken).as("another object of its name").containsExactly(KEY);
    }
}
