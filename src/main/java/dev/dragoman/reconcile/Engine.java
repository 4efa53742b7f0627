package dev.dragoman.reconcile;

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
 * Informers, work queues and leadership of one process. Subscribe what is to be reconciled, then
 * {@link #start}; subscriptions may also come and go later. Starts, and stays up, without an API
 * server. Thread-safe.
 */
public final class Engine {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    /** How often everything that must never end is looked after, at least. */
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
     * @param client stays the caller's to close, after {@link #stop}
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
        this.leadership = new Leadership(client, settings, this::lead, this::lost);
        this.failing = new FailingKinds(registry);
        this.counted = new CountedObjects(registry);
        Gauge.builder("leader_election_master_status", leadership, one -> one.leading() ? 1 : 0)
                .tag("name", "dragoman")
                .description("Whether this replica leads")
                .register(registry);
    }

    /**
     * Forgets what is cancelled at once: each reconciliation sets an alarm, and hardly any ever
     * rings.
     */
    private static ScheduledExecutorService timer() {
        var timer =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("engine-timer").factory());
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /** What to do when the Lease is lost: the process should exit. Not called by {@link #stop}. */
    public void onLeaseLost(Runnable then) {
        leaseLost = then;
    }

    /**
     * Adds kinds to take care of. Reconciliations begin once the engine has started and leads.
     * Several subscriptions may reconcile one object: each with a queue of its own, fed by the same
     * watch. What one writes is a change for the others, be it the status alone.
     *
     * @throws IllegalStateException when another subscription has the name
     */
    public synchronized Subscription subscribe(Subscription.Request request) {
        if (stopped) {
            throw new IllegalStateException(
                    "the engine has stopped: no subscription " + request.name());
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
     * How often kinds are reconciled, in place of what subscriptions and outcomes say. To be called
     * before {@link #subscribe}.
     */
    public void pace(Paces paces) {
        cluster.views().paces(paces);
    }

    /**
     * All subscriptions of the start are there: what {@link #pace} said of kinds that none of them
     * reconciles is logged once, when it is known which kinds there are.
     */
    public void subscribed() {
        toReview = true;
    }

    /** Begins to list, watch and elect. Does not wait, not even for an API server. */
    public synchronized void start() {
        if (started || stopped) {
            return;
        }
        started = true;
        cluster.kinds().start();
        var probe = settings.livenessPeriod();
        var period = probe.compareTo(CHECK) < 0 ? probe : CHECK;
        // waiting for the API server must not happen on the timer, which also ends late
        // reconciliations
        var _ =
                timer.scheduleWithFixedDelay(
                        () -> Background.run("engine-check", this::check),
                        0,
                        period.toMillis(),
                        TimeUnit.MILLISECONDS);
        Background.run("elect", leadership::start);
    }

    /**
     * Starts no new reconciliation, waits for those that run, interrupts what still runs after the
     * grace, then gives the Lease back and closes all watches. What was queued is found again by
     * the next start.
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
        // only now may another replica begin
        leadership.close();
        timer.shutdownNow();
        cluster.close();
    }

    /** What the informers have seen. */
    public ObjectCache cache() {
        return cluster.cache();
    }

    /** Who needs whom. */
    public References references() {
        return cluster.references().references();
    }

    /**
     * Watches needed objects together from now on, where the watch covers them and serves who needs
     * them; the first that does is used. To be called before {@link #start}.
     */
    public void share(SharedWatch watch) {
        cluster.references().named().share(watch);
    }

    /**
     * Watches from the start on, whoever needs what it shows: {@link #cache} is served from it, and
     * {@link #references} open no watch of their own for what it sees.
     *
     * @throws IllegalStateException when the engine was started before
     */
    public synchronized void watch(KeptWatch watch) {
        if (started || stopped) {
            throw new IllegalStateException(
                    "the engine has started: no watch of %s/%s any more"
                            .formatted(watch.group(), watch.kind()));
        }
        cluster.references().kept().keep(watch);
    }

    /**
     * Keeps for each object of all subscriptions the value that the function gives it, for {@link
     * ObjectCache#byIndex}. A value is visible no later than the event that brings it.
     *
     * @param name unique in the engine
     * @param valueOf given the whole object, deeply immutable; called on the threads of watches, so
     *     it must not block. One that throws has no value for that object.
     * @throws IllegalStateException when the engine was started before, or there is such an index
     */
    public synchronized void index(
            String name, Function<Map<String, Object>, Optional<String>> valueOf) {
        if (started || stopped) {
            throw new IllegalStateException(
                    "the engine has started: no index %s any more".formatted(name));
        }
        cluster.indexes().add(name, valueOf);
    }

    /**
     * As {@link #index}, for values that are ids of the outside world: {@link #wakeById} finds
     * objects by them.
     *
     * @param valueOfId the value that an id has in the index, however somebody spells it; must not
     *     throw
     * @throws IllegalStateException when the engine was started before, or there is such an index
     */
    public synchronized void indexOfIds(
            String name,
            Function<Map<String, Object>, Optional<String>> valueOf,
            UnaryOperator<String> valueOfId) {
        if (started || stopped) {
            throw new IllegalStateException(
                    "the engine has started: no index %s any more".formatted(name));
        }
        cluster.indexes().addOfIds(name, valueOf, valueOfId);
    }

    /** Where writers report. */
    public OwnWrites ownWrites() {
        return cluster.writes();
    }

    /** Each subscription that wants the key reconciles it soon. Ignored when none does. */
    public void enqueue(ObjectKey key, Cause cause) {
        cluster.controllersOf(key).forEach(controller -> controller.queue().add(key, cause));
    }

    /**
     * The subscription reconciles the object soon and compares it with the outside world, as after
     * an edit: a pause after a failure is over, and does not begin anew from its shortest. On a
     * replica that stands by, once it leads.
     *
     * @return how many objects are reconciled: 0 when the subscription is not there, or has no such
     *     object; that is counted, where there is a subscription
     */
    public int wake(String subscription, ObjectKey key) {
        return wake(subscription, Set.of(key));
    }

    /**
     * As {@link #wake}, of all objects that have the id of the outside world in one of the indexes
     * of ids.
     */
    public int wakeById(String subscription, String id) {
        return wake(subscription, cluster.indexes().findId(id));
    }

    private int wake(String subscription, Set<ObjectKey> keys) {
        var found =
                controllers.stream()
                        .filter(l -> l.request().name().equals(subscription))
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

    /**
     * Whether this process may write now: it holds the Lease, by the clock, or there is none to
     * hold. Also while reconciliations end during {@link #stop}.
     */
    public boolean mayWrite() {
        return leadership.holds();
    }

    /** How the engine is doing now. */
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
        // another replica may begin as soon as the Lease has run out
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
