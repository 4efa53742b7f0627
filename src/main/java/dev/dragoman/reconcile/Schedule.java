package dev.dragoman.reconcile;

import dev.dragoman.reconcile.queue.Backoff;
import dev.dragoman.reconcile.queue.WorkQueue;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Decides when the keys of one subscription are reconciled next, and for which cause. Thread-safe.
 */
final class Schedule {
    /** Pause after {@link Outcome.Fatal} where the resync is off. */
    private static final Duration RARELY = Duration.ofHours(1);

    /** Shortest time from one woken reconciliation of a key to the next. */
    private static final Duration BETWEEN_WAKES = Duration.ofSeconds(1);

    private final Subscription.Request request;
    private final Supplier<Paces> paces;
    private final InstantSource clock;
    private final Backoff backoff = new Backoff(() -> ThreadLocalRandom.current().nextDouble());

    /** When each key is due for a resync. Reconciliations for other causes do not postpone it. */
    private final Map<ObjectKey, Instant> resyncs = new ConcurrentHashMap<>();

    /**
     * Keys whose next reconciliation must compare with the outside world, because {@link #wake}
     * asked for it.
     */
    private final Set<ObjectKey> woken = ConcurrentHashMap.newKeySet();

    /** When the last woken reconciliation of a key began; kept for {@link #BETWEEN_WAKES}. */
    private final Map<ObjectKey, Instant> begun = new ConcurrentHashMap<>();

    private final UserWakes userWakes = new UserWakes();

    Schedule(Subscription.Request request, Supplier<Paces> paces, InstantSource clock) {
        this.request = request;
        this.paces = paces;
        this.clock = clock;
    }

    /**
     * Makes the key's next reconciliation compare with the outside world, whatever its cause.
     *
     * @return how long that reconciliation is to wait; zero to begin at once
     */
    Duration wake(ObjectKey key) {
        woken.add(key);
        var last = begun.get(key);
        return last == null ? Duration.ZERO : left(last.plus(BETWEEN_WAKES));
    }

    /** As {@link #wake}, for a user, who may have to wait longer. */
    Duration wakeForUser(ObjectKey key) {
        var now = clock.instant();
        return Duration.between(now, userWakes.add(key, now));
    }

    /** This replica begins to lead. */
    void leads() {
        userWakes.leads(clock.instant());
    }

    /** Notes that a woken reconciliation begins. Keeps only what {@link #wake} still needs. */
    private void begins(ObjectKey key) {
        var now = clock.instant();
        begun.values().removeIf(each -> !each.plus(BETWEEN_WAKES).isAfter(now));
        begun.put(key, now);
    }

    void forget(Predicate<ObjectKey> which) {
        resyncs.keySet().removeIf(which);
        woken.removeIf(which);
        begun.keySet().removeIf(which);
        userWakes.forget(which);
    }

    /**
     * Why the key is reconciled now. Of several causes, one that compares with the outside world
     * wins.
     *
     * @param exists whether the object exists
     */
    Cause cause(WorkQueue.Work work, boolean exists) {
        var key = work.key();
        var now = clock.instant();
        boolean due = userWakes.waiting(key).filter(at -> !at.isAfter(now)).isPresent();
        boolean asked = (woken.remove(key) || due) && exists;
        boolean resync = exists && overdue(key);
        if (asked) {
            begins(key);
        }
        if (asked || resync) {
            userWakes.compared(key, now);
        }
        return resync ? Cause.RESYNC : asked ? Cause.WOKEN : work.cause();
    }

    /**
     * Whether the resync is due. Checked for every cause, so that other causes cannot postpone it
     * forever.
     */
    private boolean overdue(ObjectKey key) {
        var planned = resyncs.get(key);
        return planned != null && !planned.isAfter(clock.instant());
    }

    /**
     * When the key is reconciled next, unless something happens before; empty for never.
     *
     * @param last whether the object is deleted, and is not to be reconciled again
     */
    Optional<WorkQueue.Next> next(Reconciliation reconciliation, Outcome outcome, boolean last) {
        var key = reconciliation.key();
        if (reconciliation.gone()) {
            resyncs.remove(key);
            userWakes.forget(key::equals);
        }
        if (last) {
            backoff.reset(key);
            return Optional.empty();
        }
        // after a change, earlier failures do not tell how soon to try again
        if (outcome.endsFailures() || reconciliation.cause().changes()) {
            backoff.reset(key);
        }
        if (outcome instanceof Outcome.Transient && reconciliation.cause() == Cause.WOKEN) {
            woken.add(key);
        }
        var next = after(reconciliation, outcome);
        return userWakes
                .waiting(key)
                .map(at -> new WorkQueue.Next(Cause.REQUEUE, left(at)))
                .filter(wake -> next.isEmpty() || wake.after().compareTo(next.get().after()) < 0)
                .or(() -> next);
    }

    private Optional<WorkQueue.Next> after(Reconciliation reconciliation, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done done -> resync(reconciliation);
            case Outcome.Fatal fatal ->
                    resync(reconciliation)
                            .or(() -> Optional.of(new WorkQueue.Next(Cause.RETRY, RARELY)));
            case Outcome.RequeueAfter later -> Optional.of(requeue(reconciliation, later.after()));
            case Outcome.Pending later -> Optional.of(requeue(reconciliation, later.after()));
            case Outcome.Transient failed ->
                    Optional.of(
                            new WorkQueue.Next(
                                    // the comparison that was due is still to be made
                                    reconciliation.cause() == Cause.RESYNC
                                            ? Cause.RESYNC
                                            : Cause.RETRY,
                                    pause(reconciliation.key(), failed)));
        };
    }

    private Duration pause(ObjectKey key, Outcome.Transient failed) {
        var pauses = paces.get().retry(key, failed.pace(), request.resync());
        return backoff.next(key, pauses, failed.notBefore());
    }

    /** The earlier of the requested requeue and the resync. */
    private WorkQueue.Next requeue(Reconciliation reconciliation, Duration after) {
        return resync(reconciliation)
                .filter(next -> next.after().compareTo(after) < 0)
                .orElse(new WorkQueue.Next(Cause.REQUEUE, after));
    }

    private Optional<WorkQueue.Next> resync(Reconciliation reconciliation) {
        var period = paces.get().resync(reconciliation.key()).orElse(request.resync());
        if (period.isZero()) {
            return Optional.empty();
        }
        var now = clock.instant();
        var planned = resyncs.get(reconciliation.key());
        if (planned == null || reconciliation.cause().compares()) {
            // the first resync is at a random time within the period, so that not all objects are
            // resynced at once
            planned =
                    now.plus(
                            planned == null
                                    ? backoff.within(period)
                                    : backoff.around(period, request.jitter()));
            resyncs.put(reconciliation.key(), planned);
        }
        return Optional.of(new WorkQueue.Next(Cause.RESYNC, left(planned)));
    }

    private Duration left(Instant until) {
        var left = Duration.between(clock.instant(), until);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
