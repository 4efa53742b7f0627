package dev.dragoman.cli.run;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps virtual threads going while some of them only compute. By default a JVM has one carrier
 * thread for each processor, and a virtual thread that only computes keeps its carrier until it
 * ends. If a new virtual thread does not begin in time, all carriers are taken, so this class adds
 * one. More carriers from the start would cost a third of the rate of reconciliations
 * (docs/benchmarks.md).
 */
final class Carriers {
    private static final Logger LOG = LoggerFactory.getLogger(Carriers.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** Maximum number of carriers besides those of the JVM's start. */
    private static final int MOST_MORE = 32;

    /** After so many virtual threads in a row that began in time, one carrier is removed. */
    static final int CALM = 60;

    private final VirtualThreadSchedulerMXBean scheduler;
    private final int least;
    private int calm;

    private Carriers(VirtualThreadSchedulerMXBean scheduler) {
        this.scheduler = scheduler;
        this.least = scheduler.getParallelism();
    }

    /** Starts on a daemon thread. */
    static void start() {
        var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        Thread.ofPlatform().daemon().name("carriers").start(new Carriers(scheduler)::watch);
    }

    private void watch() {
        try {
            while (true) {
                var begun = new CountDownLatch(1);
                // from a thread of its own: the scheduler looks for another carrier only when a
                // task comes into an empty queue, and each platform thread has a queue
                var _ = Thread.ofPlatform().daemon().start(() -> begin(begun));
                boolean prompt = begun.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS);
                calm = prompt ? calm + 1 : 0;
                set(next(scheduler.getParallelism(), least, calm));
                if (prompt) {
                    Thread.sleep(PERIOD);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void begin(CountDownLatch begun) {
        var _ = Thread.ofVirtual().name("carrier-check").start(begun::countDown);
    }

    private void set(int wanted) {
        int now = scheduler.getParallelism();
        if (wanted == now) {
            return;
        }
        scheduler.setParallelism(wanted);
        calm = 0;
        if (wanted > now) {
            LOG.warn(
                    "no virtual thread could begin for {} s, because reconciliations compute on all {} carrier threads; one carrier thread was added",
                    PERIOD.toSeconds(),
                    now);
        }
    }

    /**
     * The number of carriers to set.
     *
     * @param now the present number
     * @param least the number at the start
     * @param calm how many virtual threads in a row have begun in time; 0 if the last one has not
     */
    static int next(int now, int least, int calm) {
        if (calm == 0) {
            return Math.min(now + 1, least + MOST_MORE);
        }
        return calm >= CALM ? Math.max(now - 1, least) : now;
    }
}
