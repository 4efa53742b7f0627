package dev.dragoman.agents;

import dev.dragoman.agents.decision.egress.Block;
import dev.dragoman.agents.decision.egress.HostAnswer;
import dev.dragoman.capability.Outside;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the last DNS answer for each host name that a CDTarget lists. Repeats the lookup of a name
 * as long as a target lists it, and notifies these targets when the answer changes. Thread-safe.
 */
final class HostAnswers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostAnswers.class);

    /**
     * How long a worker waits for the first answers about a target's names; it does not wait for
     * later answers.
     */
    private static final Duration FIRST = Duration.ofSeconds(3);

    private final Asker asker;
    private final Duration again;
    private final Consumer<ObjectKey> changed;
    private final Map<String, Known> names = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("host-answers").factory());

    /** Looks up the addresses of a host name. */
    interface Asker {
        /**
         * Starts a lookup without blocking. The future never completes exceptionally.
         *
         * @return the addresses of the host, and which types of record have no answer
         */
        CompletableFuture<HostAnswer> ask(String name);
    }

    /** Takes the place of the DNS in a dry run. */
    static Asker asking(Outside outside) {
        return name -> {
            var all = outside.addresses(name).map(each -> each.stream().map(Block::parse).toList());
            return CompletableFuture.completedFuture(new HostAnswer(of(all, false), of(all, true)));
        };
    }

    private static Optional<List<Block>> of(Optional<List<Block>> all, boolean six) {
        return all.map(some -> some.stream().filter(each -> each.six() == six).toList());
    }

    /**
     * @param again time between two lookups of a name
     * @param changed called with each target whose answers have changed; must not block
     */
    HostAnswers(Asker asker, Duration again, Consumer<ObjectKey> changed) {
        this.asker = asker;
        this.again = again;
        this.changed = changed;
    }

    private static final class Known {
        final Set<ObjectKey> targets = ConcurrentHashMap.newKeySet();
        final CompletableFuture<Void> first = new CompletableFuture<>();
        volatile HostAnswer last = HostAnswer.NONE;
    }

    /**
     * The last answer for each listed name, in the order of the list. The target is no longer
     * notified about names that are not in this list.
     */
    Map<String, HostAnswer> of(ObjectKey target, List<String> listed) {
        var wanted = new HashSet<>(listed);
        names.forEach(
                (name, known) -> {
                    if (!wanted.contains(name)) {
                        known.targets.remove(target);
                    }
                });
        var all = new LinkedHashMap<String, Known>();
        for (var name : listed) {
            all.put(
                    name,
                    names.compute(
                            name,
                            (_, known) -> {
                                if (known == null) {
                                    return begun(name, target);
                                }
                                known.targets.add(target);
                                return known;
                            }));
        }
        await(all);
        var answers = new LinkedHashMap<String, HostAnswer>();
        all.forEach((name, known) -> answers.put(name, known.last));
        return answers;
    }

    private static void await(Map<String, Known> all) {
        try {
            var first =
                    all.values().stream().map(each -> each.first).toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(first).get(FIRST.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            LOG.debug(
                    "no DNS answer in time for some of {}; their targets are notified when it comes",
                    all.keySet());
        } catch (ExecutionException e) {
            throw new IllegalStateException("a DNS lookup completed exceptionally", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Starts the lookups of a name. Adds the target first, so that it is notified even if the
     * answer comes before this method returns.
     */
    private Known begun(String name, ObjectKey target) {
        var known = new Known();
        known.targets.add(target);
        ask(name, known);
        return known;
    }

    private void ask(String name, Known known) {
        var _ = asker.ask(name).thenAccept(answer -> answered(name, known, answer));
    }

    private void answered(String name, Known known, HostAnswer answer) {
        var now = answer.map(HostAnswers::sorted);
        boolean changes = !now.equals(known.last);
        known.last = now;
        var _ = known.first.complete(null);
        if (changes) {
            List.copyOf(known.targets).forEach(changed);
        }
        later(name, known);
    }

    private void later(String name, Known known) {
        if (timer.isShutdown()) {
            return;
        }
        var _ =
                timer.schedule(
                        () -> {
                            // atomic, as another thread may add a target to the name at the same
                            // time
                            names.computeIfPresent(
                                    name, (_, now) -> now.targets.isEmpty() ? null : now);
                            if (names.get(name) == known) {
                                ask(name, known);
                            }
                        },
                        again.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** Sorts the addresses: DNS servers rotate them, and another order is no change. */
    private static List<Block> sorted(List<Block> blocks) {
        return blocks.stream().distinct().sorted(Comparator.comparing(Block::text)).toList();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
