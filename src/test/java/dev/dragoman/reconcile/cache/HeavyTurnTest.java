package dev.dragoman.reconcile.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeavyTurnTest {
    private final AtomicLong now = new AtomicLong();
    private final HeavyTurn turn = new HeavyTurn(now::get);

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
    void whoDoesNotComeBackIsNotWaitedFor() {
        turn.begins();
        assertThat(turn.taken("a")).isTrue();
        assertThat(elsewhere("b")).isFalse();
        turn.ends();
        now.addAndGet(HeavyTurn.PATIENCE.toNanos());
        assertThat(elsewhere("a")).as("b may come back yet").isFalse();
        now.incrementAndGet();
        assertThat(elsewhere("a")).isTrue();
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
