package dev.dragoman.reconcile.queue;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever the order of adds and workers: no overlap on a key, no lost event. */
class WorkQueuePropertyTest {
    @Property(tries = 60)
    void neverTwoWorkersOnAKeyAndNoEventIsLost(
            @ForAll @Size(min = 50, max = 400) List<@IntRange(min = 0, max = 7) Integer> adds,
            @ForAll @IntRange(min = 2, max = 8) int workers)
            throws Exception {
        var queue = new WorkQueue(InstantSource.system(), Integer.MAX_VALUE);
        var added = new ConcurrentHashMap<ObjectKey, AtomicInteger>();
        var seen = new ConcurrentHashMap<ObjectKey, Integer>();
        var inHand = ConcurrentHashMap.<ObjectKey>newKeySet();
        var overlaps = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < workers; i++) {
                var _ =
                        threads.submit(
                                () -> {
                                    while (true) {
                                        var key = queue.take().key();
                                        if (!inHand.add(key)) {
                                            overlaps.incrementAndGet();
                                        }
                                        // like a reconciliation: look at the state after taking the
                                        // key
                                        seen.put(key, added.get(key).get());
                                        LockSupport.parkNanos(1);
                                        inHand.remove(key);
                                        queue.done(key, Optional.empty(), (any, version) -> false);
                                    }
                                });
            }
            for (int number : adds) {
                threads.execute(
                        () -> {
                            var key = WorkQueueTest.key("k" + number);
                            added.computeIfAbsent(key, any -> new AtomicInteger())
                                    .incrementAndGet();
                            if (number % 2 == 0) {
                                queue.add(key, Cause.EDITED);
                            } else {
                                queue.addVersion(key, Cause.EDITED, "1");
                            }
                        });
            }
            await().pollInterval(Duration.ofMillis(1))
                    .until(
                            () ->
                                    added.values().stream().mapToInt(AtomicInteger::get).sum()
                                                    == adds.size()
                                            && queue.depth() == 0
                                            && queue.running() == 0);
            threads.shutdownNow();
        }
        assertThat(overlaps).hasValue(0);
        added.forEach((key, count) -> assertThat(seen).containsEntry(key, count.get()));
    }
}
