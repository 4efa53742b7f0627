package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HeavyTurnTest {
    private final HeavyTurn turn = new HeavyTurn();

    @Test
    void onePassAtATimeUntilItEnds() throws Exception {
        turn.begins();
        assertThat(turn.taken()).isTrue();
        // it may read another large object
        turn.await();
        assertThat(elsewhere()).isFalse();
        turn.ends();
        assertThat(elsewhere()).isTrue();
    }

    @Test
    void whoWaitsInAPassKeepsTheTurnAndWhoIsNoPassDoesNot() throws Exception {
        var begun = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        var reconciliation =
                CompletableFuture.runAsync(
                        () -> {
                            turn.begins();
                            turn.await();
                            begun.countDown();
                            waitFor(end);
                            turn.ends();
                        });
        begun.await();
        assertThat(turn.taken()).isFalse();
        end.countDown();
        // waits until the reconciliation has ended
        turn.await();
        reconciliation.join();
        assertThat(elsewhere()).as("nobody has it").isTrue();
    }

    /** Whether another reconciliation would get the turn. */
    private boolean elsewhere() {
        return CompletableFuture.supplyAsync(
                        () -> {
                            turn.begins();
                            boolean got = turn.taken();
                            turn.ends();
                            return got;
                        })
                .join();
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
