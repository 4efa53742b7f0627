package dev.dragoman.road;

import static dev.dragoman.Patience.await;

import dev.dragoman.Operator;
import dev.dragoman.Patience;
import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.SynchronousQueue;

/** Starts and stops operators, and says how many threads and open files there were and are. */
final class StartsAndStops {
    /** Before that, pools and caches that belong to the process are still growing. */
    private static final int WARM = 5;

    private final Config cluster;

    private StartsAndStops(Config cluster) {
        this.cluster = cluster;
    }

    /**
     * The program.
     *
     * @param arguments a kubeconfig, how many times, and the file to write: a line with both counts
     *     before and one after
     */
    public static void main(String[] arguments) throws IOException {
        var process = new StartsAndStops(Config.fromKubeconfig(new File(arguments[0])));
        process.cycle(WARM);
        var before = counts();
        process.cycle(Integer.parseInt(arguments[1]));
        Files.write(Path.of(arguments[2]), List.of(before, counts()));
    }

    private void cycle(int times) {
        for (int i = 0; i < times; i++) {
            try (var operator =
                    Operator.start(cluster, System.getenv(), Clock.systemUTC(), () -> {})) {
                await().until(() -> operator.health().synced() && operator.health().watching());
            }
        }
    }

    /** Threads of pools end a moment after their pool, clients of Java when they are collected. */
    private static String counts() {
        System.gc();
        return Patience.settled(Duration.ofSeconds(3), () -> threads() + " " + files());
    }

    /** Without those that end by themselves after a while without work. */
    private static long threads() {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack -> Arrays.stream(stack).noneMatch(StartsAndStops::waitsForAWhile))
                .count();
    }

    private static boolean waitsForAWhile(StackTraceElement at) {
        return at.getClassName().equals(SynchronousQueue.class.getName())
                && at.getMethodName().equals("poll");
    }

    /** Files and connections. */
    private static long files() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }
}
