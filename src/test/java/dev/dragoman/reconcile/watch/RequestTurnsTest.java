package dev.dragoman.reconcile.watch;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RequestTurnsTest {
    private final RequestTurns turns = new RequestTurns(Runnable::run);
    private final List<CompletableFuture<String>> opening = new ArrayList<>();

    private CompletableFuture<String> watch() {
        return turns.watch(
                () -> {
                    var open = new CompletableFuture<String>();
                    synchronized (opening) {
                        opening.add(open);
                    }
                    return open;
                });
    }

    private int opened() {
        synchronized (opening) {
            return opening.size();
        }
    }

    @Test
    void aWatchWaitsForTheListsThatGoOn() {
        var first = new CompletableFuture<String>();
        var second = new CompletableFuture<String>();
        var _ = turns.list(() -> first);
        var _ = turns.list(() -> second);
        var watch = watch();
        first.complete("page");
        assertThat(opened()).isZero();
        second.completeExceptionally(new IllegalStateException("HTTP 403"));
        assertThat(opened()).isOne();
        opening.getFirst().complete("watch");
        assertThat(watch).isCompletedWithValue("watch");
    }

    @Test
    void fewAreOpenedAtOnce() {
        var all = new ArrayList<CompletableFuture<String>>();
        for (int i = 0; i < 100; i++) {
            all.add(watch());
        }
        assertThat(opened()).isEqualTo(RequestTurns.AT_ONCE);
        for (int i = 0; i < 100; i++) {
            assertThat(opened()).isGreaterThan(i);
            if (i % 2 == 0) {
                opening.get(i).complete("watch");
            } else {
                opening.get(i).completeExceptionally(new IllegalStateException("refused"));
            }
        }
        assertThat(all).allMatch(CompletableFuture::isDone);
    }

    @Test
    void oneThatCannotBeOpenedGivesItsTurnAway() {
        for (int i = 0; i < 20; i++) {
            var failed =
                    turns.watch(
                            () -> {
                                throw new IllegalStateException("closed");
                            });
            assertThat(failed).isCompletedExceptionally();
        }
        var _ = watch();
        assertThat(opened()).isOne();
    }

    @Test
    void fewListsAreAskedForAtOnceAndWatchesComeAfterAllOfThem() {
        var lists = new ArrayList<CompletableFuture<String>>();
        for (int i = 0; i < 20; i++) {
            var _ =
                    turns.list(
                            () -> {
                                var list = new CompletableFuture<String>();
                                lists.add(list);
                                return list;
                            });
        }
        var _ = watch();
        assertThat(lists).hasSize(RequestTurns.AT_ONCE);
        for (int i = 0; i < 20; i++) {
            assertThat(opened()).isZero();
            lists.get(i).complete("page");
        }
        assertThat(opened()).isOne();
    }

    @Test
    void noListHoldsAWatchUpForLong() {
        var _ = turns.list(CompletableFuture::new);
        var watch = watch();
        await().until(() -> opened() == 1);
        opening.getFirst().complete("watch");
        await().until(watch::isDone);
    }
}
