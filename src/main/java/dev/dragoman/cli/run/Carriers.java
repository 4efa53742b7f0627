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
 * ends. If a new virtual thread does not begin in time, all carriers are taken. Then carriers are
 * added until it begins, and taken away when virtual threads have begun in time for a while. More
 * carriers from the start would cost a third of the rate of reconciliations (docs/benchmarks.md).
 */
final class Carriers {
    private static final Logger LOG = LoggerFactory.getLogger(Carriers.class);

    /** How long a virtual thread may take to begin, and the pause before the next is looked at. */
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** The same soon after one did not begin: what was queued before it may only compute too. */
    private static final Duration STEP = Duration.ofMillis(100);

    /** Number of carriers that are added at once then. */
    private static final int AT_ONCE = 3;

    /** After so many prompt beginnings in a row it is no longer soon. */
    private static final int SOON = 10;

    /** Maximum number of carriers besides those of the JVM's start. */
    private static final int MOST_MORE = 32;

    /** After so many prompt beginnings in a row there is one carrier less. */
    static final int CALM = 60;

    /** Largest number of prompt beginnings after which there is one carrier less: a day's. */
    private static final int MOST_CALM = 24 * 60 * 60;

    private final VirtualThreadSchedulerMXBean scheduler;
    private final int least;
    private int calm;
    private int soon;
    private boolean lessened;
    private int patience = CALM;

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
                try {
                    round();
                } catch (OutOfMemoryError noThread) {
                    // the system has no thread to spare now
                    LOG.warn("carrier threads are not watched: {}", noThread.toString());
                }
                Thread.sleep(step());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sees one virtual thread begin. */
    private void round() throws InterruptedException {
        var begun = new CountDownLatch(1);
        check(begun);
        if (begun.await(step().toMillis(), TimeUnit.MILLISECONDS)) {
            if (soon > 0) {
                soon--;
                return;
            }
            calm++;
            int now = scheduler.getParallelism();
            if (now > least && calm >= patience) {
                scheduler.setParallelism(now - 1);
                lessened = true;
                calm = 0;
            }
            return;
        }
        int added = soon == 0 ? 1 : AT_ONCE;
        if (soon == 0) {
            patience = patience(patience, calm, lessened);
            lessened = false;
            calm = 0;
            LOG.warn(
                    "no virtual thread could begin for {} s, as when reconciliations compute on all {} carrier threads; more are added now",
                    PERIOD.toSeconds(),
                    scheduler.getParallelism());
        }
        soon = SOON;
        boolean more;
        do {
            int now = scheduler.getParallelism();
            more = now < least + MOST_MORE;
            scheduler.setParallelism(Math.min(now + added, least + MOST_MORE));
            check(begun);
        } while (!begun.await((more ? STEP : PERIOD).toMillis(), TimeUnit.MILLISECONDS));
    }

    private Duration step() {
        return soon > 0 ? STEP : PERIOD;
    }

    /**
     * Starts a virtual thread from a platform thread of its own. The scheduler looks for another
     * carrier only when a task comes into an empty queue, and each platform thread has a queue.
     */
    private static void check(CountDownLatch begun) {
        var _ =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    var _ =
                                            Thread.ofVirtual()
                                                    .name("carrier-check")
                                                    .start(begun::countDown);
                                });
    }

    /**
     * After how many prompt beginnings there is one carrier less. If a carrier was missing soon
     * after one was taken away, the next is kept for twice as long.
     *
     * @param patience the present number
     * @param calm how many virtual threads in a row began in time before the one that did not
     * @param lessened whether a carrier was taken away since one was last missing
     */
    static int patience(int patience, int calm, boolean lessened) {
        return lessened && calm < patience ? Math.min(patience * 2, MOST_CALM) : CALM;
    }
}
