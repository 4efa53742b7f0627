package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is kept between two reconciliations, and forgotten with the object. */
class WaitsTest {
    private static final ObjectKey KEY = new ObjectKey("g", "K", "ns", "one");
    private static final ObjectKey OTHER = new ObjectKey("g", "K", "ns", "two");
    private static final Map<ExportCall, String> CALLS =
            Map.of(new ExportCall("", "request", "2026-01-01"), "https://arm/result");

    private final Waits waits = new Waits(InstantSource.fixed(Instant.EPOCH));

    @Test
    void whatAzureWorksOnIsKeptForItsObjectUntilItIsDone() {
        assertThat(waits.pending(KEY)).isEmpty();
        waits.pending(KEY, CALLS);
        assertThat(waits.pending(KEY)).isEqualTo(CALLS);
        assertThat(waits.pending(OTHER)).isEmpty();
        waits.clear(KEY);
        assertThat(waits.pending(KEY)).as("the wait alone is over").isEqualTo(CALLS);
        waits.pending(KEY, Map.of());
        assertThat(waits.pending(KEY)).isEmpty();
    }

    @Test
    void nothingIsKeptOfAnObjectThatIsGone() {
        waits.set(KEY, Duration.ofSeconds(3), true);
        waits.pending(KEY, CALLS);
        assertThat(waits.left(KEY)).contains(Duration.ofSeconds(3));
        waits.forget(KEY);
        assertThat(waits.left(KEY)).isEmpty();
        assertThat(waits.pending(KEY)).isEmpty();
    }

    @Test
    void aWaitThatRunsStaysUnlessAnotherOperationHasBegun() {
        waits.set(KEY, Duration.ofSeconds(60), true);
        waits.set(KEY, Duration.ofSeconds(3), false);
        assertThat(waits.left(KEY)).as("the same PUT").contains(Duration.ofSeconds(60));
        waits.set(KEY, Duration.ofSeconds(5), true);
        assertThat(waits.left(KEY)).as("a DELETE after it").contains(Duration.ofSeconds(5));
        waits.clear(KEY);
        waits.set(KEY, Duration.ofSeconds(3), false);
        assertThat(waits.left(KEY)).as("no wait runs").contains(Duration.ofSeconds(3));
    }
}
