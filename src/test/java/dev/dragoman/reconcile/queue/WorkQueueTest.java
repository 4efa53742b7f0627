package dev.dragoman.reconcile.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.TestClock;
import dev.dragoman.reconcile.queue.WorkQueue.Next;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkQueueTest {
    private static final ObjectKey A = key("a");
    private static final ObjectKey B = key("b");

    private final TestClock clock = new TestClock();
    private final WorkQueue queue = new WorkQueue(clock, Integer.MAX_VALUE);

    static ObjectKey key(String name) {
        return new ObjectKey("example.org", "Thing", "ns", name);
    }

    /** A worker that waits, for Azure or for a key to be made, is one less for all others. */
    @Test
    void oneNamespaceDoesNotHoldAllWorkers() {
        var shared = new WorkQueue(clock, 4);
        for (int i = 0; i < 5; i++) {
            shared.add(key("a" + i), i < 4 ? Cause.OBSERVED : Cause.EDITED);
        }
        shared.add(new ObjectKey("example.org", "Thing", "other", "b"), Cause.OBSERVED);
        assertThat(names(shared)).containsExactly("a4", "a0", "b");
        assertThat(shared.depth()).isEqualTo(3);
        shared.add(key("a3"), Cause.EDITED);
        shared.done(key("a0"), Optional.empty(), (key, version) -> false);
        assertThat(names(shared)).as("the urgent one first").containsExactly("a3");
        shared.drop(key("a1")::equals);
        shared.done(key("a3"), Optional.empty(), (key, version) -> false);
        shared.done(key("a4"), Optional.empty(), (key, version) -> false);
        assertThat(names(shared)).containsExactly("a2");
        assertThat(shared.depth()).isZero();
    }

    /** The one before it was chosen, and then forgotten with its kind. */
    @ParameterizedTest
    @CsvSource({"1,1", "4,2"})
    void aKeyDoesNotWaitForOneThatWasForgotten(int workers, int most) {
        var shared = new WorkQueue(clock, workers);
        for (int i = 0; i < 3 * most; i++) {
            shared.add(key("a" + i), Cause.EDITED);
        }
        var first = names(shared);
        assertThat(first).hasSize(most);
        first.forEach(each -> shared.done(key(each), Optional.empty(), WorkQueueTest::notOurs));
        shared.drop(key -> key.name().compareTo("a" + 2 * most) < 0);
        assertThat(names(shared))
                .containsExactlyElementsOf(
                        IntStream.range(2 * most, 3 * most).mapToObj(i -> "a" + i).toList());
        assertThat(shared.depth()).isZero();
    }

    /** Two that hang must not hold all workers either, and the room they leave is used again. */
    @Test
    void severalNamespacesDoNotHoldAllWorkers() {
        var shared = new WorkQueue(clock, 32);
        for (int i = 0; i < 40; i++) {
            shared.add(new ObjectKey("example.org", "Thing", "a", "a" + i), Cause.EDITED);
            shared.add(new ObjectKey("example.org", "Thing", "b", "b" + i), Cause.EDITED);
        }
        var first = names(shared);
        assertThat(first).hasSize(25);
        shared.add(key("other"), Cause.RESYNC);
        assertThat(names(shared)).containsExactly("other");
        for (var each : first) {
            if (each.startsWith("a")) {
                shared.done(
                        new ObjectKey("example.org", "Thing", "a", each),
                        Optional.empty(),
                        WorkQueueTest::notOurs);
            }
        }
        assertThat(names(shared)).hasSize(13);
    }

    private static List<String> names(WorkQueue queue) {
        return Stream.generate(queue::poll)
                .takeWhile(Optional::isPresent)
                .map(each -> each.get().key().name())
                .toList();
    }

    /** Annotations and certificates of others may name any date. */
    @Test
    void aTimeOfCenturiesEndsNoWait() throws Exception {
        queue.addAfter(A, Cause.REQUEUE, Duration.ofDays(365_000_000));
        var taken = new CompletableFuture<ObjectKey>();
        var taker = Thread.ofVirtual().start(() -> taken.complete(take()));
        taker.join(Duration.ofMillis(100));
        queue.add(B, Cause.EDITED);
        assertThat(taken.get(10, TimeUnit.SECONDS)).isEqualTo(B);
    }

    private ObjectKey take() {
        try {
            return queue.take().key();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void keyAddedTwiceIsHandedOutOnce() {
        queue.add(A, Cause.RESYNC);
        queue.add(A, Cause.EDITED);
        assertThat(poll()).containsExactly("a EDITED");
    }

    @Test
    void eventsDuringARunCauseExactlyOneMore() {
        queue.add(A, Cause.EDITED);
        queue.poll();
        queue.add(A, Cause.RESYNC);
        queue.add(A, Cause.DELETED);
        queue.add(A, Cause.REFERENCE);
        assertThat(queue.poll()).as("in hand: nobody else gets it").isEmpty();
        done(A);
        assertThat(poll()).containsExactly("a DELETED");
        done(A);
        assertThat(queue.poll()).isEmpty();
    }

    @Test
    void echoOfAWriteOfTheRunIsNoReasonToRunAgain() {
        queue.add(A, Cause.EDITED);
        queue.poll();
        queue.addVersion(A, Cause.EDITED, "7");
        queue.done(A, Optional.empty(), (key, version) -> version.equals("7"));
        assertThat(queue.poll()).isEmpty();
    }

    /** It may have the same version as one of the key's own. */
    @Test
    void whatTheRunKnowsOfAnotherObjectIsNoReasonToRunAgain() {
        for (var known : List.of("7", "6")) {
            queue.add(A, Cause.EDITED);
            queue.poll();
            queue.addVersion(A, Cause.REFERENCE, B, "7");
            queue.done(
                    A, Optional.empty(), (key, version) -> key.equals(B) && version.equals(known));
            assertThat(queue.poll().isPresent()).isEqualTo(known.equals("6"));
            done(A);
        }
        queue.addVersion(A, Cause.REFERENCE, B, "8");
        assertThat(poll()).as("while none runs").containsExactly("a REFERENCE");
    }

    @Test
    void editBesideAnEchoStillCounts() {
        queue.add(A, Cause.EDITED);
        queue.poll();
        queue.addVersion(A, Cause.EDITED, "6");
        queue.addVersion(A, Cause.EDITED, "7");
        queue.done(A, Optional.empty(), (key, version) -> version.equals("7"));
        assertThat(poll()).containsExactly("a EDITED");
    }

    @Test
    void timerWaitsAndAnEventReplacesIt() {
        queue.add(A, Cause.EDITED);
        queue.poll();
        queue.done(A, next(Cause.REQUEUE, 10), WorkQueueTest::notOurs);
        clock.advance(Duration.ofSeconds(9));
        assertThat(queue.poll()).isEmpty();
        queue.add(A, Cause.EDITED);
        assertThat(poll()).containsExactly("a EDITED");
        done(A);
        clock.advance(Duration.ofSeconds(9));
        assertThat(queue.poll()).as("the timer is gone with the event").isEmpty();
    }

    @Test
    void earlierOfTwoTimersStays() {
        queue.addAfter(A, Cause.RESYNC, Duration.ofSeconds(10));
        queue.addAfter(A, Cause.REQUEUE, Duration.ofSeconds(5));
        queue.addAfter(A, Cause.RETRY, Duration.ofSeconds(7));
        clock.advance(Duration.ofSeconds(5));
        assertThat(poll()).containsExactly("a REQUEUE");
    }

    @Test
    void editsPrecedeResyncsButDoNotStarveThem() {
        queue.add(B, Cause.RESYNC);
        for (int i = 0; i < 20; i++) {
            queue.add(key("edit" + i), Cause.EDITED);
        }
        var order = new ArrayList<String>();
        for (int i = 0; i < 21; i++) {
            order.add(queue.poll().orElseThrow().key().name());
        }
        assertThat(order.indexOf("b")).isEqualTo(Lanes.SLOW_TURN - 1);
    }

    /** Of a namespace or kind with many due keys, few precede the edit of another one. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true"})
    void aFloodDoesNotHoldUpTheEditOfAnother(boolean oneNamespace, boolean oneKind) {
        for (int i = 0; i < 5_000; i++) {
            queue.add(
                    new ObjectKey(
                            "example.org",
                            oneKind ? "Thing" : "Thing" + i % 200,
                            oneNamespace ? "ns" : "ns" + i,
                            "flood" + i),
                    Cause.EDITED);
        }
        queue.add(new ObjectKey("example.org", "Other", "quiet", "edit"), Cause.EDITED);
        int picks = 1;
        while (!queue.poll().orElseThrow().key().name().equals("edit")) {
            picks++;
        }
        assertThat(picks).isLessThanOrEqualTo(4);
    }

    @Test
    void aShareIsInOrderOfArrival() {
        for (var name : List.of("a", "b", "c")) {
            queue.add(key(name), Cause.EDITED);
        }
        queue.add(new ObjectKey("example.org", "Thing", "other", "d"), Cause.EDITED);
        var order = new ArrayList<String>();
        for (int i = 0; i < 4; i++) {
            order.add(queue.poll().orElseThrow().key().name());
        }
        assertThat(order.stream().filter(name -> !name.equals("d"))).containsExactly("a", "b", "c");
        assertThat(order.indexOf("d")).isLessThan(3);
    }

    @Test
    void resyncThatBecomesAnEditChangesControllers() {
        queue.add(A, Cause.RESYNC);
        queue.add(B, Cause.RESYNC);
        queue.add(B, Cause.EDITED);
        assertThat(poll()).containsExactly("b EDITED", "a RESYNC");
    }

    @Test
    void deferredKeyComesBackWithItsCause() {
        queue.add(A, Cause.DELETED);
        var work = queue.poll().orElseThrow();
        queue.add(A, Cause.RESYNC);
        queue.defer(work, Duration.ofSeconds(1));
        assertThat(queue.poll()).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(poll()).containsExactly("a DELETED");
    }

    @Test
    void droppedKeysAreForgottenEvenInHand() {
        queue.add(A, Cause.EDITED);
        queue.poll();
        queue.add(A, Cause.EDITED);
        queue.add(B, Cause.EDITED);
        queue.addAfter(key("c"), Cause.RESYNC, Duration.ofSeconds(1));
        queue.drop(any -> true);
        done(A);
        clock.advance(Duration.ofSeconds(2));
        assertThat(queue.poll()).isEmpty();
    }

    @Test
    void agesAreMeasured() {
        queue.add(A, Cause.EDITED);
        clock.advance(Duration.ofSeconds(3));
        queue.add(B, Cause.RESYNC);
        assertThat(queue.waitingLongest().orElseThrow().since()).isEqualTo(Duration.ofSeconds(3));
        assertThat(queue.depth()).isEqualTo(2);
        queue.poll();
        clock.advance(Duration.ofSeconds(4));
        assertThat(queue.longestRunning()).isEqualTo(Duration.ofSeconds(4));
        assertThat(queue.waitingLongest().orElseThrow().since()).isEqualTo(Duration.ofSeconds(4));
        assertThat(queue.running()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "DELETED,EDITED",
        "EDITED,REFERENCE",
        "REFERENCE,REQUEUE",
        "REQUEUE,RETRY",
        "RETRY,OBSERVED",
        "OBSERVED,RESYNC"
    })
    void moreUrgentCauseWins(Cause more, Cause less) {
        assertThat(WorkQueue.mostUrgent(less, more)).isEqualTo(more);
        assertThat(WorkQueue.mostUrgent(more, less)).isEqualTo(more);
    }

    private void done(ObjectKey key) {
        queue.done(key, Optional.empty(), WorkQueueTest::notOurs);
    }

    private static boolean notOurs(ObjectKey key, String version) {
        return false;
    }

    private static Optional<Next> next(Cause cause, int seconds) {
        return Optional.of(new Next(cause, Duration.ofSeconds(seconds)));
    }

    private List<String> poll() {
        var all = new ArrayList<String>();
        for (var work = queue.poll(); work.isPresent(); work = queue.poll()) {
            all.add(work.get().key().name() + " " + work.get().cause());
        }
        return all;
    }
}
