package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.cli.OperatorProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The operator while it runs, with what its metrics say. */
record RunningOperator(OperatorProcess process) implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** For one look at the metrics, in ms. */
    private static final int PATIENCE = 10_000;

    /** Longer than what is still to be written about an object that is Ready. */
    private static final Duration QUIET = Duration.ofSeconds(2);

    /** 10,000 settled objects are compared once an hour, which is six in two seconds. */
    private static final double FEW = 8;

    /** Processor time that it has used, in ms. */
    double cpu() {
        return ProcessFigures.cpu(process.pid());
    }

    /** Reconciliations that have ended so far. */
    double reconciliations() {
        return metric("controller_runtime_reconcile_total");
    }

    /** Returns when nothing waits, and no more reconciliations end than resyncs of settled objects. */
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

    /** On a connection of its own, and with a limit for the body too, which the JDK's newer client has not. */
    private String metrics() {
        try {
            var connection = URI.create(process.management() + "/metrics").toURL().openConnection();
            connection.setConnectTimeout(PATIENCE);
            connection.setReadTimeout(PATIENCE);
            connection.setRequestProperty("Connection", "close");
            try (var in = connection.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new BenchFailed("cannot read the operator's metrics: " + e, e);
        }
    }

    /** Ends it, as a rolling update would. */
    @Override
    public void close() {
        process.close();
    }
}
