package dev.dragoman.agents;

import dev.dragoman.agents.decision.egress.Block;
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
 * The last DNS answer for each host name that a target lists. Asks for a name again as long as a
 * target lists it, and tells its targets when the answer has changed. Thread-safe.
 */
final class HostAnswers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostAnswers.class);

    /** How long a worker waits for the first answers of a target; it waits for no later ones. */
    private static final Duration FIRST = Duration.ofSeconds(3);

    private final Asker asker;
    private final Duration again;
    private final Consumer<ObjectKey> changed;
    private final Map<String, Known> names = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("host-answers").factory());

    /** Asks for the addresses of a name. */
    interface Asker {
        /**
         * Asks without blocking. Never completes exceptionally.
         *
         * @return all addresses of a host, none where it has none; empty where nobody answered
         */
        CompletableFuture<Optional<List<Block>>> ask(String name);
    }

    /**
     * @param again time between two questions for a name
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
        volatile Optional<List<Block>> last = Optional.empty();
    }

    /**
     * The last answers by name, in the order of the names; empty where nobody answered. Forgets the
     * names that the target listed before and does not list now.
     */
    Map<String, Optional<List<Block>>> of(ObjectKey target, List<String> listed) {
        var wanted = new HashSet<>(listed);
        names.forEach(
                (name, known) -> {
                    if (!wanted.contains(name)) {
                        known.targets.remove(target);
                    }
                });
        var all = new LinkedHashMap<String, Known>();
        listed.forEach(
                name ->
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
                                        })));
        await(all);
        var answers = new LinkedHashMap<String, Optional<List<Block>>>();
        all.forEach((name, known) -> answers.put(name, known.last));
        return answers;
    }

    private static void await(Map<String, Known> all) {
        try {
            CompletableFuture.allOf(
                            all.values().stream()
                                    .map(each -> each.first)
                                    .toArray(CompletableFuture[]::new))
                    .get(FIRST.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            LOG.debug("some of {} were not answered in time; their targets are told", all.keySet());
        } catch (ExecutionException e) {
            throw new IllegalStateException("answers never fail", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Adds the target before it asks, as the answer may come before this returns. */
    private Known begun(String name, ObjectKey target) {
        var known = new Known();
        known.targets.add(target);
        ask(name, known);
        return known;
    }

    private void ask(String name, Known known) {
        var _ =
                asker.ask(name)
                        .thenAccept(
                                answer -> {
                                    var now = answer.map(HostAnswers::sorted);
                                    boolean changes = !now.equals(known.last);
                                    known.last = now;
                                    var _ = known.first.complete(null);
                                    if (changes) {
                                        List.copyOf(known.targets).forEach(changed);
                                    }
                                    later(name, known);
                                });
    }

    private void later(String name, Known known) {
        if (timer.isShutdown()) {
            return;
        }
        var _ =
                timer.schedule(
                        () -> {
                            // atomic, as a target may begin to list the name just now
                            names.computeIfPresent(
                                    name, (_, now) -> now.targets.isEmpty() ? null : now);
                            if (names.get(name) == known) {
                                ask(name, known);
                            }
                        },
                        again.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** In one order: DNS servers rotate addresses, which is no change. */
    private static List<Block> sorted(List<Block> blocks) {
        return blocks.stream().distinct().sorted(Comparator.comparing(Block::text)).toList();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
