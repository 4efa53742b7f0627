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
class MemoryTest {
    private static final ObjectKey KEY = new ObjectKey("g", "K", "ns", "one");
    private static final ObjectKey OTHER = new ObjectKey("g", "K", "ns", "two");
    private static final Map<ExportCall, String> CALLS =
            Map.of(new ExportCall("", "request", "2026-01-01"), "https://arm/result");

    private final Memory memory =
            new Memory(InstantSource.fixed(Instant.EPOCH), any -> Duration.ZERO);

    @Test
    void whatAzureWorksOnIsKeptForItsObjectUntilItIsDone() {
        assertThat(memory.pending(KEY)).isEmpty();
        memory.pending(KEY, CALLS);
        assertThat(memory.pending(KEY)).isEqualTo(CALLS);
        assertThat(memory.pending(OTHER)).isEmpty();
        memory.set(KEY, Duration.ZERO, true);
        assertThat(memory.pending(KEY)).as("the wait alone is over").isEqualTo(CALLS);
        memory.pending(KEY, Map.of());
        assertThat(memory.pending(KEY)).isEmpty();
    }

    @Test
    void nothingIsKeptOfAnObjectThatIsGone() {
        memory.set(KEY, Duration.ofSeconds(3), true);
        memory.pending(KEY, CALLS);
        assertThat(memory.left(KEY)).contains(Duration.ofSeconds(3));
        memory.forget(KEY);
        assertThat(memory.left(KEY)).isEmpty();
        assertThat(memory.pending(KEY)).isEmpty();
    }

    @Test
    void aWaitThatRunsStaysUnlessAnotherOperationHasBegun() {
        memory.set(KEY, Duration.ofSeconds(60), true);
        memory.set(KEY, Duration.ofSeconds(3), false);
        assertThat(memory.left(KEY)).as("the same PUT").contains(Duration.ofSeconds(60));
        memory.set(KEY, Duration.ofSeconds(5), true);
        assertThat(memory.left(KEY)).as("a DELETE after it").contains(Duration.ofSeconds(5));
        memory.set(KEY, Duration.ZERO, true);
        memory.set(KEY, Duration.ofSeconds(3), false);
        assertThat(memory.left(KEY)).as("no wait runs").contains(Duration.ofSeconds(3));
    }
}
