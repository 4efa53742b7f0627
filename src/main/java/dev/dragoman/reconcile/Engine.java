package dev.dragoman.reconcile;

import dev.dragoman.reconcile.cache.CountedObjects;
import dev.dragoman.reconcile.cache.ObjectCache;
import dev.dragoman.reconcile.cache.OwnWrites;
import dev.dragoman.reconcile.lease.Leadership;
import dev.dragoman.reconcile.watch.FailingKinds;
import dev.dragoman.reconcile.watch.KeptWatch;
import dev.dragoman.reconcile.watch.SharedWatch;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Informers, work queues and leader election of one process. Add subscriptions, then call {@link
 * #start}; subscriptions may also be added and stopped later. Starts, and stays up, without an API
 * server. Thread-safe.
 */
public final class Engine implements Watches {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    /** Longest time between two checks of watches and leadership. */
    private static final Duration CHECK = Duration.ofSeconds(3);

    private final EngineSettings settings;
    private final InstantSource clock;
    private final MeterRegistry registry;
    private final ScheduledExecutorService timer;
    private final AtomicBoolean checking = new AtomicBoolean();
    private final List<Controller> controllers = new CopyOnWriteArrayList<>();
    private final ClusterState cluster;
    private final Leadership leadership;
    private final FailingKinds failing;
    private final CountedObjects counted;
    private volatile Runnable leaseLost = () -> {};
    private volatile boolean started;
    private volatile boolean stopped;
    private volatile boolean toReview;

    /**
     * @param client not closed by the engine; the caller closes it after {@link #stop}
     * @param clock for pauses and deadlines; must not go back: {@link SteadyClock}
     * @param registry gets the metrics of queues and watches
     */
    public Engine(
            KubernetesClient client,
            EngineSettings settings,
            InstantSource clock,
            MeterRegistry registry) {
        this.settings = settings;
        this.clock = clock;
        this.registry = registry;
        this.timer = timer();
        this.cluster = new ClusterState(client, settings, clock, registry, controllers);
        this.leadership =
                new Leadership(
                        client,
                        settings,
                        this::lead,
                        this::lost,
                        cluster.restores()::incrementAndGet);
        this.failing = new FailingKinds(registry);
        this.counted = new CountedObjects(registry);
        Gauge.builder("leader_election_master_status", leadership, one -> one.leading() ? 1 : 0)
                .tag("name", "dragoman")
                .description("Whether this replica leads")
                .register(registry);
    }

    /**
     * A timer that removes cancelled tasks at once, because each reconciliation sets a timeout, and
     * hardly any timeout expires.
     */
    private static ScheduledExecutorService timer() {
        var timer =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("engine-timer").factory());
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /**
     * Sets the callback for a lost Lease, which should exit the process. {@link #stop} does not
     * call it.
     */
    public void onLeaseLost(Runnable then) {
        leaseLost = then;
    }

    /**
     * Adds a reconciler and its kinds. Reconciliations begin once the engine has started and leads.
     * Several subscriptions may reconcile one object, each with a queue of its own. What one
     * subscription writes is a change for the other subscriptions, even when only the status
     * differs.
     *
     * @throws IllegalStateException when another subscription has the name, or the engine has
     *     stopped
     */
    public synchronized Subscription subscribe(Subscription.Request request) {
        if (stopped) {
            throw new IllegalStateException(
                    "the engine has stopped: cannot add the subscription " + request.name());
        }
        if (controllers.stream().anyMatch(each -> each.request().name().equals(request.name()))) {
            throw new IllegalStateException(
                    "subscription %s exists already".formatted(request.name()));
        }
        var own = cluster.changes().ownOf(request.name());
        var controller = new Controller(request, cluster.views(), clock, timer, own, registry);
        controllers.add(controller);
        cluster.kinds().kindsMayHaveChanged();
        if (leadership.leading()) {
            controller.lead(true);
        }
        return controller;
    }

    /**
     * Sets resync periods and retry pauses by kind, in place of those of subscriptions and
     * outcomes. To be called before {@link #subscribe}.
     */
    public void pace(Paces paces) {
        cluster.views().paces(paces);
    }

    /**
     * To be called when all initial subscriptions have been added. Once the kinds in the cluster
     * are known, the engine warns about each setting of {@link #pace} for a kind that no
     * subscription reconciles.
     */
    public void subscribed() {
        toReview = true;
    }

    /**
     * Begins to list, to watch and to elect a leader. Does not wait, not even for an API server.
     */
    public synchronized void start() {
        if (started || stopped) {
            return;
        }
        started = true;
        cluster.kinds().start();
        var probe = settings.livenessPeriod();
        var period = probe.compareTo(CHECK) < 0 ? probe : CHECK;
        // the timer must not wait for the API server: it also interrupts late reconciliations
        var _ =
                timer.scheduleWithFixedDelay(
                        () -> Background.run("engine-check", this::check),
                        0,
                        period.toMillis(),
                        TimeUnit.MILLISECONDS);
        Background.run("elect", leadership::start);
    }

    /**
     * Starts no new reconciliation, waits for those that run, interrupts those that still run after
     * the grace, then releases the Lease and closes all watches. Queued keys are dropped; the next
     * start finds them again.
     */
    public void stop(Duration grace) {
        synchronized (this) {
            if (stopped) {
                return;
            }
            stopped = true;
        }
        var deadline = clock.instant().plus(grace);
        controllers.forEach(controller -> controller.lead(false));
        for (var controller : controllers) {
            var left = Duration.between(clock.instant(), deadline);
            controller.stop(left.isNegative() ? Duration.ZERO : left);
        }
        // only now may another replica begin to reconcile
        leadership.close();
        timer.shutdownNow();
        cluster.close();
    }

    @Override
    public ObjectCache cache() {
        return cluster.cache();
    }

    @Override
    public References references() {
        return cluster.references().references();
    }

    @Override
    public void share(SharedWatch watch) {
        cluster.references().named().share(watch);
    }

    @Override
    public synchronized void watch(KeptWatch watch) {
        if (started || stopped) {
            throw new IllegalStateException(
                    "the engine has started: cannot add a watch of %s/%s"
                            .formatted(watch.group(), watch.kind()));
        }
        cluster.references().kept().keep(watch);
    }

    @Override
    public synchronized void index(
            String name, Function<Map<String, Object>, Optional<String>> valueOf) {
        if (started || stopped) {
            throw new IllegalStateException(
                    "the engine has started: cannot add the index %s".formatted(name));
        }
        cluster.indexes().add(name, valueOf);
    }

    @Override
    public synchronized void indexOfIds(
            String name,
            Function<Map<String, Object>, Optional<String>> valueOf,
            UnaryOperator<String> valueOfId) {
        if (started || stopped) {
            throw new IllegalStateException(
                    "the engine has started: cannot add the index %s".formatted(name));
        }
        cluster.indexes().addOfIds(name, valueOf, valueOfId);
    }

    @Override
    public OwnWrites ownWrites() {
        return cluster.writes();
    }

    @Override
    public void enqueue(ObjectKey key, Cause cause) {
        cluster.controllersOf(key).forEach(controller -> controller.queue().add(key, cause));
    }

    @Override
    public int wake(String subscription, ObjectKey key) {
        return wake(subscription, Set.of(key));
    }

    @Override
    public void wake(ObjectKey key) {
        cluster.controllersOf(key).forEach(controller -> controller.wake(key));
    }

    @Override
    public int wakeById(String subscription, String id) {
        return wake(subscription, cluster.indexes().findId(id));
    }

    private int wake(String subscription, Set<ObjectKey> keys) {
        var found =
                controllers.stream()
                        .filter(each -> each.request().name().equals(subscription))
                        .findFirst();
        if (found.isEmpty()) {
            return 0;
        }
        var controller = found.get();
        var known = keys.stream().filter(key -> cluster.shows(controller, key)).toList();
        known.forEach(controller::wake);
        if (known.isEmpty()) {
            controller.wakesUnknown();
        }
        return known.size();
    }

    @Override
    public boolean mayWrite() {
        return leadership.holds();
    }

    /** The state of the engine at this moment. */
    public EngineHealth health() {
        boolean leader = leadership.leading();
        var oldest =
                controllers.stream()
                        .flatMap(controller -> controller.queue().waitingLongest().stream())
                        .max(Comparator.comparing(EngineHealth.Waiting::since))
                        .filter(any -> leader);
        return new EngineHealth(
                started && !stopped,
                leader,
                leadership.problem(),
                cluster.kinds().discovered(),
                cluster.kinds().listedFor(),
                oldest,
                cluster.kindHealth());
    }

    private void lead() {
        controllers.forEach(controller -> controller.lead(true));
    }

    private void lost() {
        controllers.forEach(controller -> controller.lead(false));
        // reconciliations must end in time: another replica may begin as soon as the Lease expires
        var grace = settings.leaseDuration().minus(settings.renewDeadline()).dividedBy(2);
        var _ =
                timer.schedule(
                        () -> controllers.forEach(Controller::interrupt),
                        grace.toMillis(),
                        TimeUnit.MILLISECONDS);
        leaseLost.run();
    }

    private void reviewPaces() {
        if (toReview && cluster.kinds().discovered()) {
            toReview = false;
            cluster.views().unusedPaces().forEach(text -> LOG.warn("{}", text));
        }
    }

    private void check() {
        if (stopped || !checking.compareAndSet(false, true)) {
            return;
        }
        try {
            cluster.check();
            reviewPaces();
            failing.show(cluster.kindHealth());
            counted.show(leadership.leading(), cluster.controllerInformers());
            leadership.check();
        } finally {
            checking.set(false);
        }
    }
}
