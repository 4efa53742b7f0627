package dev.dragoman.certificates;

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
    private final CpuTurns turns = new CpuTurns(2);
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final List<String> done = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        end.countDown();
    }

    private void start(String namespace) {
        Thread.startVirtualThread(
                () ->
                        turns.run(
                                namespace,
                                () -> {
                                    begun.incrementAndGet();
                                    end.await();
                                    done.add(namespace);
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
            start("a");
        }
        start("c");
        await().until(() -> turns.waiting() == 6);
        end.countDown();
        await().until(() -> done.size() == 8);
        // of a one runs at a time: c comes beside the first or the second of those that wait
        assertThat(done.subList(0, 5)).contains("c");
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
