package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.EngineHealth;
import dev.dragoman.tier.Campaign;
import dev.dragoman.tier.Full;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Starting and stopping leaves nothing behind in the process. */
@Isolated("files and connections of the process are counted")
class StartStopIT {
    /** Before that, pools and caches that belong to the process are still growing. */
    private static final int WARM = 5;

    @Full
    @Test
    void twentyStartsLeaveNoThreadConnectionOrFile() {
        leavesNothing(20);
    }

    @Test
    @Campaign
    void aHundredStartsLeaveNoThreadConnectionOrFile() {
        leavesNothing(100);
    }

    private static void leavesNothing(int times) {
        try (var road = new Road("startstop")) {
            road.apply(Samples.group("orders", "orders"));
            cycle(road, WARM);
            var threads = threads();
            var open = open();
            cycle(road, times);
            // other tests of this process leave connections that end when they like; what each
            // start
            // left behind would be more
            int noise = times / 2;
            // threads of pools end a moment after their pool
            await().untilAsserted(
                            () -> {
                                assertThat(threads()).hasSizeLessThan(threads.size() + noise);
                                assertThat(open()).isLessThan(open + noise);
                            });
        }
    }

    private static void cycle(Road road, int times) {
        for (int i = 0; i < times; i++) {
            road.start();
            await().until(() -> watches(road.health()));
            road.stop();
        }
    }

    private static boolean watches(EngineHealth health) {
        return health.synced() && health.watching();
    }

    private static Set<Thread> threads() {
        return Set.copyOf(Thread.getAllStackTraces().keySet());
    }

    /** Files and connections of this process. */
    private static long open() {
        return list(Path.of("/proc/self/fd")).size();
    }

    private static Set<String> list(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
