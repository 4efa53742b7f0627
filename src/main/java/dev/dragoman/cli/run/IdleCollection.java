package dev.dragoman.cli.run;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Collects garbage when a burst of work is over. The serial collector runs when memory is needed,
 * so the garbage of thousands of reconciliations would stay resident until the next burst. Between
 * bursts a collection of some tens of megabytes takes a tenth of a second and delays nobody.
 */
final class IdleCollection {
    private static final Duration PERIOD = Duration.ofSeconds(3);

    /**
     * A period in which fewer bytes are allocated is idle. Some bytes are always allocated: objects
     * at rest are compared at their resync, the Lease is renewed, and probes ask for the health.
     */
    private static final long IDLE_BYTES = 24L << 20;

    /** Minimum garbage, in bytes, that is worth a collection. */
    private static final long WORTHWHILE_BYTES = 12L << 20;

    private final MemoryPoolMXBean old;
    private final ThreadMXBean threads;
    private long allocated;

    private IdleCollection(MemoryPoolMXBean old, ThreadMXBean threads) {
        this.old = old;
        this.threads = threads;
    }

    /** Starts on a daemon thread; does nothing with a collector that has no old generation. */
    static void start() {
        if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)) {
            return;
        }
        var old = oldGeneration();
        if (old.isPresent()) {
            var idle = new IdleCollection(old.get(), threads);
            var factory = Thread.ofPlatform().daemon().name("idle-collection").factory();
            long period = PERIOD.toMillis();
            var _ =
                    Executors.newSingleThreadScheduledExecutor(factory)
                            .scheduleWithFixedDelay(
                                    idle::look, period, period, TimeUnit.MILLISECONDS);
        }
    }

    private static Optional<MemoryPoolMXBean> oldGeneration() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .filter(pool -> pool.getName().matches(".*(Tenured|Old) Gen.*"))
                .filter(pool -> pool.getCollectionUsage() != null)
                .findFirst();
    }

    private void look() {
        long now = threads.getTotalThreadAllocatedBytes();
        boolean idle = now - allocated < IDLE_BYTES;
        allocated = now;
        if (idle && worthwhile(old.getUsage().getUsed(), old.getCollectionUsage().getUsed())) {
            System.gc();
        }
    }

    /**
     * Whether the garbage in the old generation is worth a collection.
     *
     * @param used bytes in the old generation
     * @param left bytes that its last collection left in the old generation
     */
    static boolean worthwhile(long used, long left) {
        return used - left > Math.max(WORTHWHILE_BYTES, left / 4);
    }
}
