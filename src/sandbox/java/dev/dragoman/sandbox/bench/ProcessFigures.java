package dev.dragoman.sandbox.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Memory and CPU time of a process, from {@code /proc}. */
final class ProcessFigures {
    /** The unit of times in {@code /proc/PID/stat} on every Linux since 2.6. */
    private static final double MILLIS_PER_TICK = 10;

    private static final double KIB_PER_MIB = 1024;
    private static final int LOOKS = 30;

    private ProcessFigures() {}

    /**
     * Memory in MiB.
     *
     * @param resident all memory of the process, including files that other processes map too
     * @param anonymous memory without a file: heap, stacks, native memory
     * @param proportional resident memory, in which each shared page is divided by the number of
     *     its users
     */
    record Memory(double resident, double anonymous, double proportional) {}

    static Memory memory(long pid) {
        var lines = lines(Path.of("/proc", Long.toString(pid), "smaps_rollup"));
        return new Memory(mib(lines, "Rss:"), mib(lines, "Anonymous:"), mib(lines, "Pss:"));
    }

    /**
     * Waits until the memory hardly changes. Does not request a garbage collection.
     *
     * @param look time between two readings
     * @param same the largest difference between two readings of resident memory, in MiB, for the
     *     current value
     * @throws BenchFailed when the memory still changes after {@value #LOOKS} readings
     */
    static Memory atRest(long pid, Duration look, DoubleUnaryOperator same) {
        var before = memory(pid);
        for (int i = 0; i < LOOKS; i++) {
            Patience.pause(look);
            var now = memory(pid);
            if (Math.abs(now.resident() - before.resident())
                    < same.applyAsDouble(now.resident())) {
                return now;
            }
            before = now;
        }
        throw new BenchFailed("the memory of process " + pid + " still changes after " + LOOKS + " readings");
    }

    /** CPU time that the process has used so far, in ms, with a resolution of 10 ms. */
    static double cpu(long pid) {
        var line = lines(Path.of("/proc", Long.toString(pid), "stat")).getFirst();
        // the second field is a name in parentheses, which may contain blanks
        var fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        // utime and stime are fields 14 and 15; this array begins with field 3
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MILLIS_PER_TICK;
    }

    private static double mib(List<String> lines, String field) {
        return lines.stream()
                        .filter(line -> line.startsWith(field))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
                        .sum()
                / KIB_PER_MIB;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
