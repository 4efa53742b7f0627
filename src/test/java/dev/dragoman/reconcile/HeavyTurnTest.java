package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HeavyTurnTest {
    private final HeavyTurn turn = new HeavyTurn();

    @Test
    void onePassAtATimeUntilItEnds() throws Exception {
        turn.begins();
        assertThat(turn.taken("a")).isTrue();
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
        assertThat(turn.taken("a")).isFalse();
        end.countDown();
        // waits until the reconciliation has ended
        turn.await();
        reconciliation.join();
        assertThat(elsewhere()).as("nobody has it").isTrue();
    }

    /** One with a thousand large objects asks a thousand times as often as another. */
    @Test
    void namespacesHaveItOneAfterTheOther() {
        turn.begins();
        assertThat(turn.taken("a")).isTrue();
        assertThat(elsewhere("a")).isFalse();
        assertThat(elsewhere("b")).isFalse();
        assertThat(elsewhere("c")).isFalse();
        turn.ends();
        assertThat(elsewhere("c")).as("a and b have waited longer").isFalse();
        assertThat(elsewhere("a")).isTrue();
        assertThat(elsewhere("a")).as("had it just now").isFalse();
        assertThat(elsewhere("b")).isTrue();
        assertThat(elsewhere("c")).isTrue();
        assertThat(elsewhere("a")).isTrue();
    }

    @Test
    void whoDoesNotComeBackIsNotWaitedFor() throws Exception {
        var impatient = new HeavyTurn(Duration.ofMillis(1));
        impatient.begins();
        assertThat(impatient.taken("a")).isTrue();
        assertThat(CompletableFuture.supplyAsync(() -> impatient.taken("b")).join()).isFalse();
        impatient.ends();
        Thread.sleep(10);
        assertThat(impatient.taken("a")).isTrue();
        impatient.ends();
    }

    /** Whether another reconciliation would get the turn. */
    private boolean elsewhere() {
        return elsewhere("a");
    }

    private boolean elsewhere(String namespace) {
        return CompletableFuture.supplyAsync(
                        () -> {
                            turn.begins();
                            boolean got = turn.taken(namespace);
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
