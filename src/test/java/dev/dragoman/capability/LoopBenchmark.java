package dev.dragoman.capability;

import dev.dragoman.capability.point.Points;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A reconciliation of five steps through the core, in which nobody uses an extension point: what
 * results by step, metrics, and looking for points cost. Beside it, the decisions alone.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LoopBenchmark {
    private static final int STEPS = 5;

    private final Reconciliation reconciliation =
            new Reconciliation(
                    new ObjectKey("g", "K", "ns", "one"),
                    1,
                    Cause.EDITED,
                    Map.of("metadata", Map.of("name", "one", "generation", 1L)),
                    "uid",
                    Instant.EPOCH);
    private final Making making = new Making();

    @SuppressWarnings("NullAway") // nothing is written
    private final Loop<String> loop =
            new Loop<>(
                    making,
                    new Core(
                            null,
                            null,
                            null,
                            null,
                            (key, needs) -> {
                                // nobody looks at them
                            },
                            new SimpleMeterRegistry(),
                            Points.NONE,
                            RouteLines.ALL,
                            name -> Map.of()));

    private record Make(int number) implements Step {}

    private static final class Making implements Capability<String> {
        @Override
        public Declaration declaration() {
            return new Declaration("making", Optional.empty(), "Make", StatusForm.NONE);
        }

        @Override
        public Optional<Observed<String>> observe(Reconciliation reconciliation) {
            return Optional.of(
                    new Observed<>("facts", Set.of(), Optional.of(List.of(Map.of("a", "b")))));
        }

        @Override
        public Step decide(String facts, Results results) {
            int done = results.all().size();
            return done < STEPS ? new Make(done) : Ending.quiet(Outcome.done());
        }
    }

    @Benchmark
    public Outcome reconcile() {
        var context = loop.begin(reconciliation).orElseThrow();
        Object result = "nothing yet";
        while (!(loop.next(context, result).step() instanceof Finish)) {
            result = "made";
        }
        return loop.end(context);
    }

    @Benchmark
    public Step reconcileBaseline() {
        var facts = making.observe(reconciliation).orElseThrow().facts();
        var results = Results.NONE;
        var step = making.decide(facts, results);
        while (!(step instanceof Finish)) {
            results = results.with(step, "made");
            step = making.decide(facts, results);
        }
        return step;
    }
}
