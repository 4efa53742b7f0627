package dev.dragoman.reconcile.turn;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.reconcile.OutcomeException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CpuTurnsTest {
    private final CpuTurns turns = new CpuTurns("tests", 2);
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final CountDownLatch last = new CountDownLatch(1);
    private final List<String> second = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        end.countDown();
        last.countDown();
    }

    private void start(String namespace) {
        Thread.startVirtualThread(
                () ->
                        turns.run(
                                namespace,
                                () -> {
                                    begun.incrementAndGet();
                                    end.await();
                                    return true;
                                }));
    }

    /** Begins, and does not end before the test does. */
    private void startSecond(String namespace) {
        Thread.startVirtualThread(
                () ->
                        turns.run(
                                namespace,
                                () -> {
                                    second.add(namespace);
                                    last.await();
                                    return true;
                                }));
    }

    @Test
    void whoeverHasMuchToDoLeavesATurnToOthers() {
        for (int i = 0; i < 12; i++) {
            start("busy");
        }
        await().until(() -> begun.get() == 1);
        assertThat(turns.run("other", () -> "at once")).isEqualTo("at once");
        assertThat(begun.get()).as("one thread for one namespace").isOne();
    }

    @Test
    void theTurnsGoRound() {
        start("a");
        start("b");
        await().until(() -> begun.get() == 2);
        for (int i = 0; i < 5; i++) {
            startSecond("a");
        }
        startSecond("c");
        await().until(() -> turns.waiting() == 6);
        end.countDown();
        await().until(() -> second.size() == 2);
        // one of a runs at a time, so c comes beside the first of those that wait
        assertThat(second).containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void whoseTurnDoesNotComeIsToldToComeBack() {
        start("busy");
        await().until(() -> begun.get() == 1);
        assertThatThrownBy(() -> turns.run("busy", () -> true))
                .isInstanceOf(OutcomeException.class)
                .hasMessageContaining("WaitsForTurn");
    }

    @Test
    void whatFailsFailsWhereItWasWanted() {
        assertThatThrownBy(
                        () ->
                                turns.run(
                                        "a",
                                        () -> {
                                            throw new IllegalArgumentException("on purpose");
                                        }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(turns.run("a", () -> 1)).isOne();
    }
}
