package dev.dragoman.reconcile;

import dev.dragoman.reconcile.queue.QueueMetrics;
import dev.dragoman.reconcile.queue.WorkQueue;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the reconciliations of one subscription. One dispatcher takes keys from the queue; each
 * reconciliation runs on its own thread. Thread-safe.
 */
public final class Controller implements Subscription {
    private static final Logger LOG = LoggerFactory.getLogger(Controller.class);

    /**
     * Numbers reconciliations across all controllers, so that a number is unique in the log of the
     * process.
     */
    private static final AtomicLong NUMBERS = new AtomicLong();

    /** Pause when the system has no thread for a reconciliation. */
    private static final Duration NO_THREAD = Duration.ofSeconds(1);

    private final Request request;
    private final ControllerHost host;
    private final InstantSource clock;
    private final ScheduledExecutorService timer;
    private final BiPredicate<ObjectKey, String> own;
    private final WorkQueue queue;
    private final QueueMetrics metrics;
    private final Schedule schedule;
    private final Semaphore slots;
    private final Set<Thread> workers = ConcurrentHashMap.newKeySet();
    private final ThreadFactory threads;

    private final GoneObjects goneObjects = new GoneObjects();
    private final Brakes brakes;
    private final Object gate = new Object();
    private boolean leading;
    private boolean paused;
    private boolean stopped;
    private Thread dispatcher;

    Controller(
            Request request,
            ControllerHost host,
            InstantSource clock,
            ScheduledExecutorService timer,
            BiPredicate<ObjectKey, String> own,
            MeterRegistry registry) {
        // virtual threads, as platform threads cost a third of the CPU of a comparison
        // (docs/benchmarks.md); a reconciliation that only computes does not stop the others,
        // because cli.run.Carriers adds carrier threads
        this(request, host, clock, timer, own, registry, Thread.ofVirtual().name("pass").factory());
    }

    /** As the other constructor, with another source of threads for reconciliations. */
    Controller(
            Request request,
            ControllerHost host,
            InstantSource clock,
            ScheduledExecutorService timer,
            BiPredicate<ObjectKey, String> own,
            MeterRegistry registry,
            ThreadFactory threads) {
        this.threads = threads;
        this.request = request;
        this.host = host;
        this.clock = clock;
        this.schedule = new Schedule(request, host::paces, clock);
        this.brakes = new Brakes(clock);
        this.timer = timer;
        this.own = own;
        this.queue = new WorkQueue(clock, request.maxConcurrent());
        this.metrics = new QueueMetrics(registry, request.name(), queue, this::waiting);
        this.slots = new Semaphore(request.maxConcurrent());
    }

    public Request request() {
        return request;
    }

    /**
     * Whether this controller reconciles objects of the namespace. True for cluster-scoped objects,
     * whose namespace is empty.
     */
    public boolean reconciles(String namespace) {
        var only = request.namespaces();
        return namespace.isEmpty() || only.isEmpty() || only.contains(namespace);
    }

    public WorkQueue queue() {
        return queue;
    }

    /** Allows reconciliations to begin, or forbids new ones. */
    void lead(boolean yes) {
        synchronized (gate) {
            if (yes && !leading) {
                queue.waitFromNow();
                schedule.leads();
            }
            leading = yes;
            if (yes && dispatcher == null && !stopped) {
                dispatcher =
                        Thread.ofVirtual().name(request.name() + "-dispatch").start(this::dispatch);
            }
            gate.notifyAll();
        }
    }

    /**
     * The object was deleted. A leader reconciles the key once more. A standby replica forgets the
     * key; otherwise it would keep the keys of all deleted objects. No necessary work is lost: an
     * object that still needs work has a finalizer, so it exists.
     *
     * @param uid uid of the deleted object
     * @return whether the key will be reconciled
     */
    boolean gone(ObjectKey key, String uid) {
        synchronized (gate) {
            if (leading) {
                // before the key is queued, because its reconciliation asks for the uid
                goneObjects.add(key, uid);
                queue.add(key, Cause.DELETED);
            } else {
                forget(key::equals);
            }
            return leading;
        }
    }

    /**
     * Queues the key at once, as after an edit. If its last woken reconciliation began less than a
     * second ago, queues it after a pause, so that routes that wake each other do not occupy a
     * processor. The key's next reconciliation compares with the outside world, whatever its cause.
     * If that reconciliation fails, the one after it compares again.
     */
    void wake(ObjectKey key) {
        var pause = schedule.wake(key);
        if (pause.isPositive()) {
            queue.addAfter(key, Cause.WOKEN, pause);
        } else {
            queue.add(key, Cause.WOKEN);
        }
        metrics.woke();
    }

    /**
     * As {@link #wake}, for a user: an object has one in {@link UserWakes#OBJECT}, and its
     * namespace has a rate. What comes too soon waits.
     */
    void wakeForUser(ObjectKey key) {
        // no WOKEN: the schedule says whether the wake's time has come
        queue.addAfter(key, Cause.REQUEUE, schedule.wakeForUser(key));
        metrics.woke();
    }

    /** Counts a call of {@link Engine#wake} for an object that this controller does not know. */
    void wakesUnknown() {
        metrics.wokeUnknown();
    }

    /** Called when an object of this name exists: forgets the uid of a deleted object. */
    void alive(ObjectKey key) {
        goneObjects.alive(key);
    }

    /** Uid of a deleted object; empty when its deletion was not seen. */
    String uidOfGone(ObjectKey key) {
        return goneObjects.uid(key);
    }

    /** Keys that wait for a worker; zero while no reconciliation may run. */
    private int waiting() {
        synchronized (gate) {
            return leading ? queue.depth() : 0;
        }
    }

    public void forget(Predicate<ObjectKey> which) {
        queue.drop(which);
        schedule.forget(which);
        goneObjects.forget(which);
        brakes.forget(which);
    }

    /** Interrupts the reconciliations that run. */
    void interrupt() {
        workers.forEach(Thread::interrupt);
    }

    @Override
    public void pause() {
        synchronized (gate) {
            paused = true;
        }
    }

    @Override
    public void resume() {
        synchronized (gate) {
            paused = false;
            gate.notifyAll();
        }
    }

    @Override
    public int running() {
        return workers.size();
    }

    @Override
    public void stop(Duration grace) {
        synchronized (gate) {
            if (stopped) {
                return;
            }
            stopped = true;
            gate.notifyAll();
            if (dispatcher != null) {
                dispatcher.interrupt();
            }
        }
        try {
            if (!slots.tryAcquire(
                    request.maxConcurrent(), grace.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn(
                        "{}: interrupting {} reconciliations that still run after {}",
                        request.name(),
                        running(),
                        grace);
                interrupt();
                if (!slots.tryAcquire(request.maxConcurrent(), 1, TimeUnit.SECONDS)) {
                    LOG.warn(
                            "{}: {} reconciliations ignore the interrupt",
                            request.name(),
                            running());
                }
            }
        } catch (InterruptedException e) {
            interrupt();
            Thread.currentThread().interrupt();
        }
        metrics.close();
        host.released(this);
    }

    private void dispatch() {
        try {
            while (open()) {
                slots.acquire();
                WorkQueue.Work work;
                try {
                    work = queue.take();
                } catch (InterruptedException e) {
                    slots.release();
                    throw e;
                }
                if (!mayStart()) {
                    queue.defer(work, Duration.ZERO);
                    slots.release();
                    continue;
                }
                if (!start(work)) {
                    pause(NO_THREAD);
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("{}: dispatcher ends", request.name());
        }
    }

    /**
     * Starts the work. If the system has no thread, queues the key again after a second and returns
     * false.
     */
    private boolean start(WorkQueue.Work work) {
        try {
            threads.newThread(() -> work(work)).start();
            return true;
        } catch (OutOfMemoryError e) {
            queue.defer(work, NO_THREAD);
            slots.release();
            LOG.warn(
                    "{}: no thread for {}: {}; retrying", request.name(), work.key(), e.toString());
            return false;
        }
    }

    /** Waits, but not longer than until {@link #stop}. */
    private void pause(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        synchronized (gate) {
            for (long left = time.toNanos(); !stopped && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(gate, left);
            }
        }
    }

    /** Waits while paused or not leading; false when stopped. */
    private boolean open() throws InterruptedException {
        synchronized (gate) {
            while (!stopped && (paused || !leading)) {
                gate.wait();
            }
            return !stopped;
        }
    }

    private boolean mayStart() {
        synchronized (gate) {
            return !stopped && !paused && leading;
        }
    }

    private void work(WorkQueue.Work work) {
        workers.add(Thread.currentThread());
        boolean handedIn = false;
        try {
            switch (view(work)) {
                case ControllerHost.View.NotYet later -> {
                    handedIn = true;
                    queue.defer(work, later.lookAgain());
                }
                case ControllerHost.View.Dropped dropped -> {
                    handedIn = true;
                    queue.done(work.key(), Optional.empty(), own);
                }
                case ControllerHost.View.Current seen -> {
                    var reconciliation = reconciliation(work, seen);
                    var effects = new Effects(() -> brakes.changed(reconciliation));
                    var outcome = run(reconciliation, work, effects);
                    // before the key is given back to the queue: after that a new object of the
                    // same name may be reconciled, whose references must stay
                    boolean last = goneObjects.isLast(reconciliation, outcome);
                    host.ended(this, reconciliation, last);
                    handedIn = true;
                    queue.done(
                            work.key(),
                            schedule.next(reconciliation, outcome, last),
                            ownOr(reconciliation));
                    effects.braked().ifPresent(pause -> paused(work.key(), pause));
                }
            }
        } catch (RuntimeException e) {
            LOG.warn(
                    "cannot begin or end a reconciliation of {}: {}; retrying",
                    work.key(),
                    e.toString());
        } finally {
            if (!handedIn) {
                queue.defer(work, Duration.ofSeconds(1));
            }
            host.handedIn(work.key());
            workers.remove(Thread.currentThread());
            slots.release();
        }
    }

    /** What the reconciliation begins with, or that its object has to wait. */
    private ControllerHost.View view(WorkQueue.Work work) {
        var view = host.view(this, work);
        var left =
                view instanceof ControllerHost.View.Current seen
                        ? brakes.left(work.key(), seen.object())
                        : Duration.ZERO;
        return left.isPositive() ? new ControllerHost.View.NotYet(left) : view;
    }

    /**
     * Recognises changes that are no reason to run again: the reconciliation began with them, made
     * them itself or knows them.
     */
    private BiPredicate<ObjectKey, String> ownOr(Reconciliation reconciliation) {
        var seen =
                reconciliation.object().get("metadata") instanceof Map<?, ?> metadata
                        ? metadata.get("resourceVersion")
                        : null;
        return (key, version) ->
                key.equals(reconciliation.key())
                        ? version.equals(seen) || own.test(key, version)
                        : host.knows(this, reconciliation.key(), key, version);
    }

    private Reconciliation reconciliation(WorkQueue.Work work, ControllerHost.View.Current seen) {
        return new Reconciliation(
                work.key(),
                NUMBERS.incrementAndGet(),
                schedule.cause(work, !seen.object().isEmpty()),
                seen.object(),
                seen.uid(),
                clock.instant().plus(request.passTimeout()),
                host.paces().retry(work.key()).map(Paces.Retry::longest));
    }

    private Outcome run(Reconciliation reconciliation, WorkQueue.Work work, Effects effects) {
        var start = clock.instant();
        metrics.waited(Duration.between(work.queuedAt(), start));
        try (var _ = ReconciliationLog.of(reconciliation)) {
            var outcome = reconcile(reconciliation, effects);
            metrics.worked(Duration.between(start, clock.instant()), outcome);
            return outcome;
        }
    }

    /** The key comes again at the end of the pause. What comes before waits until then. */
    private void paused(ObjectKey key, Effects.Pause pause) {
        LOG.warn(
                "{} changes something again and again, now {}; paused until {}",
                key,
                pause.effects(),
                pause.until());
        metrics.paused();
        var time = Duration.between(clock.instant(), pause.until());
        queue.addAfter(key, Cause.REQUEUE, time);
    }

    private Outcome reconcile(Reconciliation reconciliation, Effects effects) {
        var ended = new AtomicBoolean();
        var worker = Thread.currentThread();
        var alarm =
                timer.schedule(
                        () -> {
                            if (ended.compareAndSet(false, true)) {
                                worker.interrupt();
                            }
                        },
                        request.passTimeout().toMillis(),
                        TimeUnit.MILLISECONDS);
        try {
            var outcome =
                    Acting.as(
                            request.name(),
                            reconciliation.key().namespace(),
                            effects.of(() -> request.reconciler().reconcile(reconciliation)));
            return outcome == null ? failed("NoOutcome", "the reconciler returned null") : outcome;
        } catch (InterruptedException e) {
            return interrupted(reconciliation, ended, e);
        } catch (Exception | LinkageError | StackOverflowError e) {
            if (Thread.interrupted()) {
                return interrupted(reconciliation, ended, e);
            }
            LOG.warn("reconciliation failed", e);
            return failed(e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
        } finally {
            ended.set(true);
            alarm.cancel(false);
            // clear an interrupt that came too late; otherwise it would hit the code that follows
            Thread.interrupted();
        }
    }

    private Outcome interrupted(Reconciliation reconciliation, AtomicBoolean ended, Throwable e) {
        LOG.warn(
                "reconciliation interrupted after {}",
                Duration.between(startOf(reconciliation), clock.instant()),
                e);
        return ended.get()
                ? failed(
                        "DeadlineExceeded",
                        "the reconciliation took longer than " + request.passTimeout())
                : failed("Interrupted", "the process is stopping or has lost the Lease");
    }

    private Instant startOf(Reconciliation reconciliation) {
        return reconciliation.deadline().minus(request.passTimeout());
    }

    private static Outcome failed(String reason, String message) {
        return new Outcome.Transient(reason, message, Outcome.Pace.FAST, Optional.empty());
    }
}
