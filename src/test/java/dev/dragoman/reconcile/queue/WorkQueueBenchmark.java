package dev.dragoman.reconcile.queue;

import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One key through the queue while 10,000 others wait: what keeping each key in one hand costs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WorkQueueBenchmark {
    private static final int WAITING = 10_000;

    private final List<ObjectKey> keys =
            IntStream.range(0, WAITING)
                    .mapToObj(
                            i ->
                                    new ObjectKey(
                                            "resources.azure.com", "ResourceGroup", "ns", "g" + i))
                    .toList();
    private WorkQueue queue;
    private LinkedBlockingQueue<ObjectKey> plain;
    private int next;

    @Setup(Level.Iteration)
    public void fill() {
        queue = new WorkQueue(Clock.systemUTC(), Integer.MAX_VALUE);
        keys.forEach(key -> queue.add(key, Cause.EDITED));
        plain = new LinkedBlockingQueue<>(keys);
    }

    @Benchmark
    public WorkQueue.Work addTakeDone() throws InterruptedException {
        var work = queue.take();
        queue.done(work.key(), Optional.empty(), (key, version) -> false);
        queue.add(keys.get(next()), Cause.EDITED);
        return work;
    }

    @Benchmark
    public ObjectKey addTakeDoneBaseline() throws InterruptedException {
        var key = plain.take();
        plain.add(keys.get(next()));
        return key;
    }

    private int next() {
        next = (next + 1) % WAITING;
        return next;
    }
}
