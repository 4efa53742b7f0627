package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.cli.OperatorProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A running operator, with figures from its metrics. */
record RunningOperator(OperatorProcess process) implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** Timeout of a request for metrics, in ms. */
    private static final int TIMEOUT_MILLIS = 10_000;

    /** Longer than the operator's last writes take after an object is Ready. */
    private static final Duration QUIET = Duration.ofSeconds(2);

    /**
     * An operator with at most this many reconciliations within {@link #QUIET} is idle. Of 10,000
     * objects, each compared once an hour, six are compared in two seconds.
     */
    private static final double FEW = 8;

    /** CPU time that the operator has used so far, in ms. */
    double cpu() {
        return ProcessFigures.cpu(process.pid());
    }

    /** The number of completed reconciliations. */
    double reconciliations() {
        return metric("controller_runtime_reconcile_total");
    }

    /**
     * Waits until the operator is idle: its queues are empty, and it only does the hourly
     * comparisons.
     */
    void awaitQuiet() {
        long end = System.nanoTime() + LIMIT.toNanos();
        double before = reconciliations();
        while (true) {
            Patience.pause(QUIET);
            double now = reconciliations();
            if (now - before <= FEW && metric("workqueue_depth") == 0) {
                return;
            }
            if (System.nanoTime() > end) {
                throw new BenchFailed(
                        "the operator still works after %d s: %.0f reconciliations in the last %d s, %.0f keys wait"
                                .formatted(
                                        LIMIT.toSeconds(),
                                        now - before,
                                        QUIET.toSeconds(),
                                        metric("workqueue_depth")));
            }
            before = now;
        }
    }

    /** The sum of all series with this name. */
    private double metric(String name) {
        return metrics()
                .lines()
                .filter(line -> line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /**
     * Reads the metrics on a new connection. Does not use {@code java.net.http}, which has no
     * timeout for reading the body.
     */
    private String metrics() {
        try {
            var connection = URI.create(process.management() + "/metrics").toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            connection.setRequestProperty("Connection", "close");
            try (var in = connection.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new BenchFailed("cannot read the operator's metrics: " + e, e);
        }
    }

    /** Ends the operator with SIGTERM, as a rolling update does. */
    @Override
    public void close() {
        process.close();
    }
}
