package dev.dragoman.agents;

import dev.dragoman.agents.decision.Block;
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
 * The last answer for each host name that a target lists, asked for again as long as one does. Who
 * lists a name is told when its answer has become another one. Thread-safe.
 */
final class HostAnswers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostAnswers.class);

    /** A worker waits so long for the first answers of a target, and never again. */
    private static final Duration FIRST = Duration.ofSeconds(3);

    private final Asker asker;
    private final Duration again;
    private final Consumer<ObjectKey> changed;
    private final Map<String, Known> names = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("host-answers").factory());

    /** Answers for a name. */
    interface Asker {
        /**
         * Asks without waiting. Never completes exceptionally.
         *
         * @return all addresses of a host, none where it has none; empty where nobody answered
         */
        CompletableFuture<Optional<List<Block>>> ask(String name);
    }

    /**
     * @param again time between two questions for a name
     * @param changed told of each target whose answers have changed; must not block
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
     * The last answers by name, in the order of the names; empty where nobody answered. What the
     * target listed before and does not list now is asked for no more on its behalf.
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
                                        (_, there) -> {
                                            if (there == null) {
                                                return begun(name, target);
                                            }
                                            there.targets.add(target);
                                            return there;
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

    /** The target is there before the question, as the answer may come before this returns. */
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
                                    boolean news = !now.equals(known.last);
                                    known.last = now;
                                    var _ = known.first.complete(null);
                                    if (news) {
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
                            // nobody lists it any more, unless somebody begins just now
                            names.computeIfPresent(
                                    name, (_, there) -> there.targets.isEmpty() ? null : there);
                            if (names.get(name) == known) {
                                ask(name, known);
                            }
                        },
                        again.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** The order of answers goes around, and is no news. */
    private static List<Block> sorted(List<Block> blocks) {
        return blocks.stream().distinct().sorted(Comparator.comparing(Block::text)).toList();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
