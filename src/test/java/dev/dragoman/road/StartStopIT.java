package dev.dragoman.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.OperatorProcess;
import dev.dragoman.Patience;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Starting and stopping leaves nothing behind in the process, which does nothing else. */
class StartStopIT {
    /** Threads and files that the JVM opens when it likes. */
    private static final int OF_THE_JVM = 3;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Full
    @Test
    void twentyStartsLeaveNoThreadConnectionOrFile() throws Exception {
        leavesNothing(20);
    }

    @Test
    @Campaign
    void aHundredStartsLeaveNoThreadConnectionOrFile() throws Exception {
        leavesNothing(100);
    }

    private void leavesNothing(int times) throws Exception {
        var counts = directory.resolve("counts");
        try (var road = new Road("startstop")) {
            road.apply(Samples.group("orders", "orders"));
            var process =
                    OperatorProcess.java(
                            directory.resolve("log"),
                            road.environment,
                            List.of(),
                            List.of(
                                    StartsAndStops.class.getName(),
                                    road.kubeconfig().toString(),
                                    Integer.toString(times),
                                    counts.toString()));
            try {
                var limit = Patience.usual().plus(Patience.of(Duration.ofSeconds(5L * times)));
                assertThat(process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)).isTrue();
            } finally {
                var _ = process.destroyForcibly().waitFor();
            }
            assertThat(process.exitValue()).isZero();
        }
        var lines = Files.readAllLines(counts);
        var before = numbers(lines.getFirst());
        var after = numbers(lines.getLast());
        assertThat(after[0]).as("threads").isLessThanOrEqualTo(before[0] + OF_THE_JVM);
        assertThat(after[1]).as("open files").isLessThanOrEqualTo(before[1] + OF_THE_JVM);
    }

    private static int[] numbers(String line) {
        return Arrays.stream(line.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    }
}
