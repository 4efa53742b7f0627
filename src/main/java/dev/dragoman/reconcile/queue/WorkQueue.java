package dev.dragoman.reconcile.queue;

import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.EngineHealth;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Keys to reconcile. Each key is in the queue at most once, and runs at most once at a time. A key
 * that is added while it runs is dirty: it is queued again exactly once when it is done. Bounded by
 * the number of objects. Thread-safe.
 */
public final class WorkQueue {
    /** A version of an object, which a running reconciliation may have written or may know. */
    private record State(ObjectKey of, String version) {}

    /** A key that runs: until {@link #done} or {@link #defer} no other worker gets it. */
    public record Work(ObjectKey key, Cause cause, Instant queuedAt) {}

    /** When to reconcile a key again after it is done, unless the key is added before. */
    public record Next(Cause cause, Duration after) {}

    /**
     * Most urgent first. Causes that a person waits for come before causes of the engine itself. A
     * first reconciliation comes before a resync, because the object may never have been
     * reconciled.
     */
    private static final List<Cause> URGENCY =
            List.of(
                    Cause.DELETED,
                    Cause.EDITED,
                    Cause.STATUS,
                    Cause.REFERENCE,
                    Cause.WOKEN,
                    Cause.REQUEUE,
                    Cause.RETRY,
                    Cause.OBSERVED,
                    Cause.RESYNC);

    /** Causes that come in thousands after a start or an outage; edits must not wait for them. */
    private static final Set<Cause> SLOW = Set.of(Cause.RETRY, Cause.OBSERVED, Cause.RESYNC);

    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private static final class Entry {
        Cause queued;
        Instant queuedAt;
        Instant runningSince;
        Cause dirty;
        Instant dirtyAt;
        Map<State, Cause> versions;
        Timer timer;

        boolean isSlow() {
            return SLOW.contains(queued);
        }

        boolean idle() {
            return queued == null && runningSince == null && timer == null;
        }
    }

    private record Timer(Instant due, long number, ObjectKey key, Cause cause)
            implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int byDue = due.compareTo(other.due);
            return byDue != 0 ? byDue : Long.compare(number, other.number);
        }
    }

    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<ObjectKey, Entry> entries = new HashMap<>();
    private final Lanes lanes = new Lanes();
    private final TreeSet<Timer> timers = new TreeSet<>();
    private final Set<ObjectKey> running = new HashSet<>();
    private final Shares shares;
    private long timerNumber;
    private long adds;

    /**
     * @param clock must not go back, otherwise timers would not fire: {@link SteadyClock}
     * @param workers maximum number of keys that run at the same time; one namespace gets a part
     */
    public WorkQueue(InstantSource clock, int workers) {
        this.clock = clock;
        this.shares = new Shares(workers);
    }

    /** The more urgent of two causes. */
    static Cause mostUrgent(Cause one, Cause other) {
        return URGENCY.indexOf(one) <= URGENCY.indexOf(other) ? one : other;
    }

    /** Queues the key now. Cancels its timer. */
    public void add(ObjectKey key, Cause cause) {
        locked(() -> addNow(key, cause));
    }

    /**
     * As {@link #add(ObjectKey, Cause)}, for a change that has a resourceVersion. If the key is
     * running, {@link #done} may recognise the change as an echo of a write of that reconciliation.
     */
    public void addVersion(ObjectKey key, Cause cause, String resourceVersion) {
        addVersion(key, cause, key, resourceVersion);
    }

    /** As {@link #addVersion(ObjectKey, Cause, String)}, for a change of another object. */
    public void addVersion(ObjectKey key, Cause cause, ObjectKey of, String resourceVersion) {
        locked(
                () -> {
                    var entry = entries.get(key);
                    if (entry != null && entry.runningSince != null) {
                        if (entry.versions == null) {
                            entry.versions = new HashMap<>();
                        }
                        entry.versions.merge(
                                new State(of, resourceVersion), cause, WorkQueue::mostUrgent);
                        entry.dirtyAt = entry.dirtyAt == null ? clock.instant() : entry.dirtyAt;
                        adds++;
                    } else {
                        addNow(key, cause);
                    }
                });
    }

    /** Queues the key after a while. Of two timers of a key, the earlier one is kept. */
    public void addAfter(ObjectKey key, Cause cause, Duration after) {
        locked(() -> addTimer(key, cause, after));
    }

    /** Takes the next key, which runs from now on; empty when none is due. */
    public Optional<Work> poll() {
        lock.lock();
        try {
            fireTimers();
            var key = lanes.take();
            while (key != null && !shares.take(key, entries.get(key).isSlow())) {
                key = lanes.take();
            }
            if (key == null) {
                return Optional.empty();
            }
            var entry = entries.get(key);
            var work = new Work(key, entry.queued, entry.queuedAt);
            entry.queued = null;
            entry.queuedAt = null;
            entry.runningSince = clock.instant();
            running.add(work.key());
            return Optional.of(work);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #poll}, but waits for a key. */
    public Work take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            var work = poll();
            while (work.isEmpty()) {
                if (timers.isEmpty()) {
                    changed.await();
                } else {
                    var wait = Duration.between(clock.instant(), timers.first().due());
                    // a time of centuries does not fit into nanoseconds
                    var most = wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
                    changed.await(most.toNanos(), TimeUnit.NANOSECONDS);
                }
                work = poll();
            }
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The key has been reconciled. The key is queued again now if it was added meanwhile; else
     * after the time in {@code next}, if there is one.
     *
     * @param own whether the reconciliation knows a version of an object, for example because it
     *     wrote it. Such a change does not queue the key again
     */
    public void done(ObjectKey key, Optional<Next> next, BiPredicate<ObjectKey, String> own) {
        locked(
                () -> {
                    var entry = entries.get(key);
                    if (entry == null || entry.runningSince == null) {
                        return;
                    }
                    entry.runningSince = null;
                    stopped(key);
                    var again = entry.dirty;
                    if (entry.versions != null) {
                        for (var change : entry.versions.entrySet()) {
                            if (!own.test(change.getKey().of(), change.getKey().version())) {
                                again =
                                        again == null
                                                ? change.getValue()
                                                : mostUrgent(again, change.getValue());
                            }
                        }
                    }
                    var since = entry.dirtyAt;
                    entry.dirty = null;
                    entry.dirtyAt = null;
                    entry.versions = null;
                    if (again != null) {
                        enqueue(key, entry, again, since);
                    } else if (next.isPresent()) {
                        addTimer(key, next.get().cause(), next.get().after());
                    }
                    forgetIfIdle(key, entry);
                });
    }

    /** The key could not be reconciled yet: queues it again after a while, with its cause. */
    public void defer(Work work, Duration after) {
        locked(
                () -> {
                    var entry = entries.get(work.key());
                    if (entry == null || entry.runningSince == null) {
                        return;
                    }
                    var cause = work.cause();
                    if (entry.dirty != null) {
                        cause = mostUrgent(cause, entry.dirty);
                    }
                    if (entry.versions != null) {
                        for (var more : entry.versions.values()) {
                            cause = mostUrgent(cause, more);
                        }
                    }
                    entry.runningSince = null;
                    stopped(work.key());
                    entry.dirty = null;
                    entry.dirtyAt = null;
                    entry.versions = null;
                    addTimer(work.key(), cause, after);
                });
    }

    /**
     * Counts the waiting time of queued keys from now on, because reconciliations may begin only
     * now.
     */
    public void waitFromNow() {
        locked(
                () -> {
                    var now = clock.instant();
                    waiting().forEach(each -> each.getValue().queuedAt = now);
                });
    }

    /** Forgets queued keys, timers, and changes that came while a key was running. */
    public void drop(Predicate<ObjectKey> which) {
        locked(
                () -> {
                    entries.entrySet()
                            .removeIf(
                                    each ->
                                            which.test(each.getKey())
                                                    && dropped(each.getKey(), each.getValue()));
                    shares.admit().forEach(this::freed);
                });
    }

    private boolean dropped(ObjectKey key, Entry entry) {
        cancel(entry);
        lanes.remove(key);
        shares.remove(key);
        entry.queued = null;
        entry.dirty = null;
        entry.versions = null;
        return entry.idle();
    }

    /** Keys that wait for a worker; timers that are not due do not count. */
    public int depth() {
        return counted(() -> lanes.size() + shares.waiting());
    }

    /** Keys that run. */
    int running() {
        return counted(running::size);
    }

    /** Number of adds since the start. */
    long adds() {
        lock.lock();
        try {
            return adds;
        } finally {
            lock.unlock();
        }
    }

    /** Since when the key has been running; empty when it does not run. */
    public Optional<Instant> runningSince(ObjectKey key) {
        lock.lock();
        try {
            var entry = entries.get(key);
            return entry == null ? Optional.empty() : Optional.ofNullable(entry.runningSince);
        } finally {
            lock.unlock();
        }
    }

    /** The key that has waited longest for a worker; empty when none waits. */
    public Optional<EngineHealth.Waiting> waitingLongest() {
        lock.lock();
        try {
            fireTimers();
            return waiting()
                    .min(Comparator.comparing(each -> each.getValue().queuedAt))
                    .map(
                            each ->
                                    new EngineHealth.Waiting(
                                            each.getKey(),
                                            Duration.between(
                                                    each.getValue().queuedAt, clock.instant())));
        } finally {
            lock.unlock();
        }
    }

    /** How long the key that began first has been running; zero when no key runs. */
    Duration longestRunning() {
        lock.lock();
        try {
            var now = clock.instant();
            var oldest = now;
            for (var key : running) {
                var since = entries.get(key).runningSince;
                oldest = since.isBefore(oldest) ? since : oldest;
            }
            return Duration.between(oldest, now);
        } finally {
            lock.unlock();
        }
    }

    private Stream<Map.Entry<ObjectKey, Entry>> waiting() {
        return entries.entrySet().stream().filter(each -> each.getValue().queued != null);
    }

    private void stopped(ObjectKey key) {
        running.remove(key);
        shares.release(key).forEach(this::freed);
    }

    private void freed(ObjectKey key) {
        lanes.add(key, entries.get(key).isSlow());
    }

    private void addNow(ObjectKey key, Cause cause) {
        adds++;
        var entry = entries.computeIfAbsent(key, any -> new Entry());
        if (entry.runningSince != null) {
            entry.dirty = entry.dirty == null ? cause : mostUrgent(entry.dirty, cause);
            entry.dirtyAt = entry.dirtyAt == null ? clock.instant() : entry.dirtyAt;
        } else {
            enqueue(key, entry, cause, clock.instant());
        }
    }

    private void enqueue(ObjectKey key, Entry entry, Cause cause, Instant since) {
        cancel(entry);
        if (entry.queued != null) {
            boolean wasSlow = entry.isSlow();
            entry.queued = mostUrgent(entry.queued, cause);
            if (wasSlow && !entry.isSlow() && !shares.hurry(key)) {
                lanes.remove(key);
                lanes.add(key, false);
            }
            return;
        }
        entry.queued = cause;
        entry.queuedAt = since;
        lanes.add(key, entry.isSlow());
    }

    private void addTimer(ObjectKey key, Cause cause, Duration after) {
        var entry = entries.computeIfAbsent(key, any -> new Entry());
        var due = clock.instant().plus(after);
        if (entry.queued != null || (entry.timer != null && !due.isBefore(entry.timer.due()))) {
            return;
        }
        cancel(entry);
        entry.timer = new Timer(due, timerNumber++, key, cause);
        timers.add(entry.timer);
    }

    private void cancel(Entry entry) {
        if (entry.timer != null) {
            timers.remove(entry.timer);
            entry.timer = null;
        }
    }

    private void fireTimers() {
        var now = clock.instant();
        while (!timers.isEmpty() && !timers.first().due().isAfter(now)) {
            var timer = timers.pollFirst();
            entries.get(timer.key()).timer = null;
            addNow(timer.key(), timer.cause());
        }
    }

    private void forgetIfIdle(ObjectKey key, Entry entry) {
        if (entry.idle()) {
            entries.remove(key);
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private int counted(IntSupplier count) {
        lock.lock();
        try {
            fireTimers();
            return count.getAsInt();
        } finally {
            lock.unlock();
        }
    }
}
