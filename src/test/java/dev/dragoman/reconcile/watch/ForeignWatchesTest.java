package dev.dragoman.reconcile.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ForeignWatchesTest {
    private final TestClock clock = new TestClock();
    private final ForeignWatches<String> watches = new ForeignWatches<>(clock);

    private static Dependant in(String namespace, int number) {
        return new Dependant("test", new ObjectKey("x.dev", "Thing", namespace, "a" + number));
    }

    private boolean take(Dependant dependant, String namespace) {
        return watches.take(dependant, secret(namespace), namespace);
    }

    private static ObjectKey secret(String namespace) {
        return new ObjectKey("", "Secret", namespace, "s");
    }

    private void fill() {
        for (int i = 0; i < ForeignWatches.MOST; i++) {
            assertThat(take(in("team", i), "n" + i)).isTrue();
        }
    }

    @Test
    void theNamespacesThatOneNamesAreBoundedAndOthersAreNot() {
        fill();
        assertThat(take(in("team", 1000), "one-more")).isFalse();
        assertThat(take(in("team", 1001), "n7")).as("one that is watched").isTrue();
        assertThat(take(in("team", 1002), "team")).as("its own").isTrue();
        assertThat(take(in("other", 1), "one-more")).as("another team").isTrue();
        assertThat(watches.take(in("", 1), secret("x"), "x")).as("of the cluster").isTrue();
    }

    @Test
    void whoIsNotServedLooksAgainNowAndThenUntilItNeedsNothing() {
        fill();
        for (int i = 0; i < 30; i++) {
            assertThat(take(in("team", 1000 + i), "beyond" + i)).isFalse();
        }
        assertThat(watches.due()).isEmpty();
        clock.advance(ForeignWatches.LOOK);
        assertThat(watches.due()).hasSize(20).contains(in("team", 1000));
        assertThat(watches.due()).hasSize(10).contains(in("team", 1029));
        assertThat(watches.due()).isEmpty();
        for (int i = 1; i < 30; i++) {
            watches.release(in("team", 1000 + i), secret("beyond" + i), "beyond" + i);
        }
        clock.advance(ForeignWatches.LOOK.plus(Duration.ofSeconds(1)));
        assertThat(watches.due()).containsExactly(in("team", 1000));
    }

    @Test
    void whatIsReleasedMakesRoom() {
        fill();
        watches.release(in("team", 3), secret("n3"), "n3");
        assertThat(take(in("team", 1000), "one-more")).isTrue();
        assertThat(take(in("team", 1001), "n3")).isFalse();
    }
}
