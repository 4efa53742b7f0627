package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.event.ChangeEvent;
import dev.dragoman.azure.event.ChangeEvent.What;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Which events are news: the table of docs/events.md. */
class NewsTest {
    private static final ObjectKey KEY = new ObjectKey("g", "K", "ns", "n");
    private static final ObjectKey OTHER = new ObjectKey("g", "K", "ns", "other");
    private static final Instant T = Instant.parse("2026-11-29T10:00:00Z");

    private final Memory memory = new Memory(InstantSource.fixed(T), any -> Duration.ZERO);

    private boolean news(What what, double at, double now) {
        return memory.news(KEY, new ChangeEvent("/SUBSCRIPTIONS/S", what, at(at)), at(now));
    }

    private static Instant at(double seconds) {
        return T.plusMillis((long) (seconds * 1000));
    }

    @Test
    void anEventAboutWhatWasNeverLookedAtIsNews() {
        assertThat(news(What.CHANGED, 0, 1)).isTrue();
    }

    @Test
    void anEventThatComesTwiceIsNewsOnce() {
        assertThat(news(What.CHANGED, 0, 1)).isTrue();
        assertThat(news(What.CHANGED, 0, 1.1)).isFalse();
        assertThat(news(What.DELETED, -5, 1.2)).as("out of order").isFalse();
        assertThat(news(What.CHANGED, 0.5, 1.3)).as("a later one").isTrue();
    }

    @Test
    void anEventBeforeTheLookIsNoNews() {
        memory.read(KEY, at(10));
        assertThat(news(What.CHANGED, 9, 11)).isFalse();
        assertThat(news(What.CHANGED, 9.5, 11)).as("this clock may be ahead").isTrue();
    }

    @Test
    void ownWritesAreNoNews() {
        memory.written(KEY, at(10));
        assertThat(news(What.CHANGED, 10, 11)).isFalse();
        assertThat(news(What.CHANGED, 10.001, 11)).isTrue();
        memory.written(KEY, at(5));
        assertThat(news(What.CHANGED, 9, 11)).as("no look makes an earlier one later").isFalse();
    }

    @Test
    void anEventFromTheFutureCountsAsOfNow() {
        assertThat(news(What.CHANGED, 1_000_000, 1)).isTrue();
        assertThat(news(What.CHANGED, 2, 2)).isTrue();
        assertThat(memory.news(KEY, new ChangeEvent("x", What.CHANGED, Instant.MAX), at(3)))
                .isTrue();
    }

    @Test
    void anEventAboutKeysIsNewsOnce() {
        memory.read(KEY, at(10));
        assertThat(news(What.KEYS, 5, 11)).as("the look told no keys").isTrue();
        assertThat(news(What.KEYS, 5, 11.5)).as("twice").isFalse();
        assertThat(news(What.KEYS, 11.5, 12)).isTrue();
    }

    @Test
    void nothingIsKeptOfObjectsThatAreGone() {
        memory.written(KEY, at(10));
        memory.forget(KEY);
        assertThat(news(What.CHANGED, 9, 11)).isTrue();
    }

    /** When the wait for the looks of an event is over: after a look that began after it. */
    @Test
    void waitsForALookThatBeganAfterTheEvent() throws Exception {
        memory.begins(KEY, true);
        assertThat(news(What.CHANGED, 0, 0)).isTrue();
        long last = memory.lastNews();
        var waiting = waiting(last);
        memory.ended(KEY, false);
        assertThat(memory.isOpen(KEY, last)).as("it was under way").isTrue();
        memory.begins(KEY, false);
        memory.ended(KEY, false);
        assertThat(memory.isOpen(KEY, last)).as("it did not look").isTrue();
        memory.begins(OTHER, true);
        memory.ended(OTHER, false);
        assertThat(memory.isOpen(KEY, last)).as("of another object").isTrue();
        memory.begins(KEY, true);
        assertThat(memory.isOpen(KEY, last)).as("not yet ended").isTrue();
        assertThat(waiting).isNotDone();
        memory.ended(KEY, false);
        assertThat(waiting).succeedsWithin(Duration.ofSeconds(10));
        assertThat(memory.isOpen(KEY, last)).isFalse();
    }

    @Test
    void waitsForNoObjectThatIsGone() throws Exception {
        assertThat(news(What.CHANGED, 0, 0)).isTrue();
        var waiting = waiting(memory.lastNews());
        memory.forget(KEY);
        assertThat(waiting).succeedsWithin(Duration.ofSeconds(10));
    }

    private CompletableFuture<Void> waiting(long last) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        memory.await(Set.of(KEY), last, Duration.ofSeconds(30));
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    @Test
    void onlyAFailureAfterAnOwnChangeIsARefusal() {
        memory.begins(KEY, true);
        memory.read(KEY, at(1));
        memory.ended(KEY, true);
        assertThat(memory.isRefused(KEY)).as("a read has failed").isFalse();
        memory.begins(KEY, true);
        memory.written(KEY, at(2));
        memory.ended(KEY, false);
        assertThat(memory.isRefused(KEY)).as("accepted").isFalse();
        memory.begins(KEY, false);
        memory.written(KEY, at(3));
        memory.ended(KEY, true);
        assertThat(memory.isRefused(KEY)).as("refused").isTrue();
        memory.begins(KEY, true);
        assertThat(memory.isRefused(KEY)).as("until the next one has ended").isTrue();
        memory.ended(KEY, true);
        assertThat(memory.isRefused(KEY)).isFalse();
    }
}
