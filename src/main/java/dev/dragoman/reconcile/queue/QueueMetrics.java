package dev.dragoman.reconcile.queue;

import dev.dragoman.reconcile.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Metrics with the names that dashboards for controller-runtime use. Prometheus' registry adds the
 * ends of these names: {@code _total} for counters, {@code _seconds} for times. Thread-safe.
 */
public final class QueueMetrics implements AutoCloseable {
    private final MeterRegistry registry;
    private final String name;
    private final List<Meter> meters = new ArrayList<>();
    private final Timer waited;
    private final Timer worked;
    private final Counter retries;
    private final Counter woken;
    private final Counter unknown;
    private final Counter pauses;

    /**
     * @param waiting number of keys that wait for a reconciliation and may get one
     */
    public QueueMetrics(MeterRegistry registry, String name, WorkQueue queue, IntSupplier waiting) {
        this.registry = registry;
        this.name = name;
        keep(
                Gauge.builder("workqueue_depth", waiting, IntSupplier::getAsInt)
                        .tag("name", name)
                        .description(
                                "Keys that wait for a reconciliation; 0 while this replica does not lead")
                        .strongReference(true)
                        .register(registry));
        keep(
                FunctionCounter.builder("workqueue_adds", queue, WorkQueue::adds)
                        .tag("name", name)
                        .description("Keys that were put into the queue")
                        .register(registry));
        keep(
                TimeGauge.builder(
                                "workqueue_longest_running_processor",
                                queue,
                                TimeUnit.MILLISECONDS,
                                each -> each.longestRunning().toMillis())
                        .tag("name", name)
                        .description("Age of the oldest reconciliation that runs")
                        .register(registry));
        waited =
                keep(
                        Timer.builder("workqueue_queue_duration")
                                .tag("name", name)
                                .description("How long keys waited for their reconciliation")
                                .register(registry));
        worked =
                keep(
                        Timer.builder("workqueue_work_duration")
                                .tag("name", name)
                                .description("How long reconciliations took")
                                .register(registry));
        retries =
                keep(
                        Counter.builder("workqueue_retries")
                                .tag("name", name)
                                .description(
                                        "Reconciliations that are to be repeated, with growing pauses")
                                .register(registry));
        // registered at the start; otherwise Prometheus would not see the first reconciliation with
        // a result as an increase
        List.of("success", "requeue_after", "error", "fatal").forEach(this::reconciliations);
        woken = wakes("woken");
        unknown = wakes("unknown");
        pauses =
                keep(
                        Counter.builder("dragoman_pauses")
                                .tag("name", name)
                                .description(
                                        "Pauses of objects whose reconciliations change something again and again")
                                .register(registry));
    }

    private Counter wakes(String result) {
        return keep(
                Counter.builder("dragoman_wakes")
                        .tags("name", name, "result", result)
                        .description(
                                "Reconciliations that routes or users asked for, by whether the object is known")
                        .register(registry));
    }

    private Counter reconciliations(String result) {
        return Counter.builder("controller_runtime_reconcile")
                .tags("controller", name, "result", result)
                .description("Reconciliations by result")
                .register(registry);
    }

    public void woke() {
        woken.increment();
    }

    public void wokeUnknown() {
        unknown.increment();
    }

    public void paused() {
        pauses.increment();
    }

    public void waited(Duration time) {
        waited.record(time);
    }

    public void worked(Duration time, Outcome outcome) {
        worked.record(time);
        var result =
                switch (outcome) {
                    case Outcome.Done done -> "success";
                    case Outcome.RequeueAfter _, Outcome.Pending _ -> "requeue_after";
                    case Outcome.Transient failed -> "error";
                    case Outcome.Fatal failed -> "fatal";
                };
        reconciliations(result).increment();
        if (outcome instanceof Outcome.Transient) {
            retries.increment();
        }
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }

    private <T extends Meter> T keep(T meter) {
        meters.add(meter);
        return meter;
    }
}
