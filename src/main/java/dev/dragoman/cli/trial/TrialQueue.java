package dev.dragoman.cli.trial;

import dev.dragoman.camel.Subscriptions;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.Acting;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.Changes;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciler;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Calls the reconcilers of a dry run, one after the other on the caller's thread, in the order in
 * which they are due. Waiting takes no time: the clock is set.
 */
final class TrialQueue implements Subscriptions {
    /** Pause after a failure, which is longer than a round lasts unless it says so. */
    private static final Duration RETRY = Duration.ofSeconds(10);

    /**
     * Reconciliations of a round, for each twenty objects. More mean that something is done again
     * and again.
     */
    private static final int MOST = 500;

    private final TrialClock clock;
    private final MemoryStore store;
    private final MemoryKinds kinds;
    private final TrialRecord record;
    private final List<Controller> controllers = new ArrayList<>();
    private final Map<Work, Due> works = new LinkedHashMap<>();
    private final Map<ObjectKey, String> gone = new HashMap<>();
    private MemoryWatches watches;
    private long number;

    private record Controller(
            String name,
            List<KindSelector> kinds,
            Set<String> namespaces,
            Reconciler reconciler,
            Options options) {
        boolean reconciles(ObjectKey key) {
            return (key.namespace().isEmpty()
                            || namespaces.isEmpty()
                            || namespaces.contains(key.namespace()))
                    && kinds.stream().anyMatch(each -> each.matches(key.group(), key.kind()));
        }
    }

    private record Work(Controller controller, ObjectKey key) {}

    private record Due(Instant at, long number, Cause cause) {}

    TrialQueue(TrialClock clock, MemoryStore store, MemoryKinds kinds, TrialRecord record) {
        this.clock = clock;
        this.store = store;
        this.kinds = kinds;
        this.record = record;
    }

    /** Sets the watches, which need this queue. */
    void show(MemoryWatches of) {
        watches = of;
    }

    @Override
    public synchronized Running subscribe(
            String name,
            List<KindSelector> wanted,
            Set<String> namespaces,
            Reconciler reconciler,
            Options options) {
        wanted.stream()
                .filter(KindSelector::exact)
                .forEach(each -> kinds.add(each.group(), each.kind(), true));
        controllers.add(new Controller(name, wanted, namespaces, reconciler, options));
        return new Idle();
    }

    /** Nothing runs but in {@link #run}. */
    private static final class Idle implements Running {
        @Override
        public void pause() {
            // nothing runs
        }

        @Override
        public void resume() {
            // nothing runs
        }

        @Override
        public void stop(Duration grace) {
            // nothing runs
        }

        @Override
        public int running() {
            return 0;
        }
    }

    @Override
    public int wake(String name, ObjectKey key) {
        return watches.wake(name, key);
    }

    @Override
    public int wakeById(String name, String id) {
        return watches.wakeById(name, id);
    }

    /** Whether a subscription reconciles the object. */
    synchronized boolean reconciles(ObjectKey key) {
        return controllers.stream().anyMatch(each -> each.reconciles(key));
    }

    /**
     * Queues the object at once.
     *
     * @param subscription its name; empty for all
     * @return in how many subscriptions
     */
    synchronized int add(String subscription, ObjectKey key, Cause cause) {
        int added = 0;
        for (var each : controllers) {
            if ((subscription.isEmpty() || subscription.equals(each.name()))
                    && each.reconciles(key)) {
                added++;
                add(new Work(each, key), Duration.ZERO, cause);
            }
        }
        return added;
    }

    private void add(Work work, Duration after, Cause cause) {
        var at = clock.instant().plus(after);
        var before = works.get(work);
        if (before == null || at.isBefore(before.at())) {
            works.put(work, new Due(at, ++number, cause));
        } else if (cause.compares()) {
            works.put(work, new Due(before.at(), before.number(), cause));
        }
    }

    /** Queues whom a write of an object concerns, but for the subscription that made it. */
    synchronized void changed(MemoryStore.Change change, String writer) {
        if (change.after().isEmpty()) {
            gone.put(change.key(), Fields.metadata(change.before().orElseThrow(), "uid"));
        }
        var all = controllers.stream().filter(each -> each.reconciles(change.key())).toList();
        for (var each : all) {
            cause(change, writer.equals(each.name()), all.size() > 1)
                    .ifPresent(cause -> add(new Work(each, change.key()), Duration.ZERO, cause));
        }
    }

    private static Optional<Cause> cause(MemoryStore.Change change, boolean own, boolean several) {
        if (change.before().isEmpty()) {
            return Optional.of(Cause.OBSERVED);
        }
        if (change.after().isEmpty()) {
            return Optional.of(Cause.DELETED);
        }
        if (own) {
            return Optional.empty();
        }
        if (!Json.same(content(change.before().get()), content(change.after().get()))) {
            var before = Fields.annotation(change.before().get(), Changes.RECONCILE_AT);
            var after = Fields.annotation(change.after().get(), Changes.RECONCILE_AT);
            boolean woken = !after.isEmpty() && !after.equals(before);
            return Optional.of(woken ? Cause.WOKEN : Cause.EDITED);
        }
        return several
                        && !Json.same(
                                change.before().get().get("status"),
                                change.after().get().get("status"))
                ? Optional.of(Cause.STATUS)
                : Optional.empty();
    }

    private static Map<String, Object> content(Map<String, Object> object) {
        var content = Json.copyMap(object);
        content.remove("status");
        var metadata = Json.map(content, "metadata");
        metadata.remove("resourceVersion");
        metadata.remove("managedFields");
        return content;
    }

    /**
     * Reconciles what is due until nothing is, for so long on the clock.
     *
     * @throws IllegalStateException when it does not come to rest
     */
    void run(Duration time) {
        var end = clock.instant().plus(time);
        int most = MOST * (1 + store.keys().size() / 20);
        for (int i = 0; i < most; i++) {
            store.changes().forEach(watches::tell);
            var next =
                    works.entrySet().stream()
                            .filter(each -> !each.getValue().at().isAfter(end))
                            .min(
                                    Comparator.comparing(
                                                    (Map.Entry<Work, Due> each) ->
                                                            each.getValue().at())
                                            .thenComparingLong(each -> each.getValue().number()));
            if (next.isEmpty()) {
                return;
            }
            var work = next.get().getKey();
            var due = works.remove(work);
            if (due.at().isAfter(clock.instant())) {
                clock.set(due.at());
            }
            reconcile(work, due.cause());
        }
        throw new IllegalStateException(
                "%d reconciliations in one round: something is done again and again, or the objects wake each other"
                        .formatted(most));
    }

    /** Reconciles the object once, now. Empty if no subscription takes it. */
    Optional<Outcome> once(ObjectKey key) {
        clock.set(Instant.now());
        return controllers.stream()
                .filter(each -> each.reconciles(key))
                .map(each -> reconcile(new Work(each, key), Cause.RESYNC))
                .reduce((_, last) -> last);
    }

    private Outcome reconcile(Work work, Cause cause) {
        var key = work.key();
        var object = watches.view(key).orElse(Map.of());
        var uid = object.isEmpty() ? gone.get(key) : Fields.metadata(object, "uid");
        if (uid == null) {
            // neither there nor seen before
            return Outcome.done();
        }
        record.begin(key);
        var controller = work.controller();
        var reconciliation =
                new Reconciliation(
                        key,
                        ++number,
                        cause,
                        object,
                        uid,
                        clock.instant().plus(controller.options().passTimeout()));
        Outcome outcome;
        try {
            outcome =
                    Acting.as(
                            controller.name(),
                            key.namespace(),
                            () -> controller.reconciler().reconcile(reconciliation));
        } catch (Exception e) {
            outcome =
                    new Outcome.Transient(
                            e.getClass().getSimpleName(),
                            String.valueOf(e.getMessage()),
                            Outcome.Pace.FAST,
                            Optional.empty());
        }
        if (!outcome.reason().isEmpty()) {
            record.failed(key, outcome.reason(), outcome.message());
        }
        switch (outcome) {
            case Outcome.RequeueAfter(var after) -> add(work, after, Cause.REQUEUE);
            case Outcome.Pending(var after) -> add(work, after, Cause.REQUEUE);
            case Outcome.Transient failed ->
                    add(
                            work,
                            failed.notBefore()
                                    .filter(each -> each.compareTo(RETRY) > 0)
                                    .orElse(RETRY),
                            Cause.RETRY);
            case Outcome.Done _, Outcome.Fatal _ -> {
                // until it changes, or a round resyncs it
            }
        }
        return outcome;
    }
}
