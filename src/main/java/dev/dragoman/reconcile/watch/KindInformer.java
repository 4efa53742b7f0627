package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.Background;
import dev.dragoman.reconcile.cache.KindStore;
import dev.dragoman.reconcile.cache.ResourceVersions;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.impl.BaseClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.impl.DefaultSharedIndexInformer;
import io.fabric8.kubernetes.client.informers.impl.ListerWatcher;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One list and watch that never gives up: it survives a missing right, a missing kind and an
 * unreachable API server, and {@link #check} replaces a watch that went silent. Thread-safe.
 */
public final class KindInformer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KindInformer.class);

    /**
     * How long a dead watch is left to the client's own retries. Shorter than their longest pause,
     * because an administrator who has just granted a right waits for the watch.
     */
    static final Duration DEAD = Duration.ofSeconds(10);

    /** How long reconciliations that need a complete first list wait for one that fails. */
    private static final Duration PASSING = Duration.ofMinutes(1);

    private static final int PROBE_PAGE = 20;

    /** Longest time that an event may take to arrive after a list has shown its change. */
    private static final Duration UNDER_WAY = Duration.ofSeconds(2);

    private final Access access;
    private final KindInfo kind;
    private final WatchScope scope;
    private final KindStore store;
    private final InstantSource clock;
    private final MeterRegistry meters;
    private final Duration probeEvery;
    private final PageSize pages;
    private final PageComparison comparison;
    private final AtomicBoolean probing = new AtomicBoolean();
    private final WatchPulse pulse = new WatchPulse();
    private final AtomicReference<String> lastError = new AtomicReference<>("");
    // read without the lock by informer threads, which may hold locks of their own
    private volatile SharedIndexInformer<GenericKubernetesResource> informer;
    private volatile boolean closed;
    private volatile boolean syncedOnce;
    private final Instant madeAt;
    private volatile PagedLists lister;
    private final Duration longestPause;
    private Duration pause = DEAD;
    private Instant aliveAt;
    private Instant probedAt;

    /** The newest version that a list or watch has brought since the last restore. */
    private volatile String newest = "";

    /** The restores for which the informer has started anew. */
    private volatile int restores;

    public KindInformer(
            Access access,
            KindInfo kind,
            WatchScope scope,
            KindStore store,
            EngineClock time,
            MeterRegistry meters) {
        this.access = access;
        this.pages = access.pages();
        this.kind = kind;
        this.scope = scope;
        this.store = store;
        this.clock = time.clock();
        this.probeEvery = time.livenessPeriod();
        this.longestPause = time.longestPause();
        this.meters = meters;
        this.comparison = new PageComparison(store);
        this.restores = access.restores().get();
        this.madeAt = clock.instant();
        this.aliveAt = madeAt;
        // many informers start together, and must not probe together
        this.probedAt =
                aliveAt.minusMillis(ThreadLocalRandom.current().nextLong(probeEvery.toMillis()));
    }

    /** Hears only that a list is complete: the store hears the events. */
    private record Lists(KindStore store, int since)
            implements ResourceEventHandler<GenericKubernetesResource> {
        @Override
        public void onList(String version, boolean remainedEmpty) {
            store.listed(since);
        }

        @Override
        public void onAdd(GenericKubernetesResource item) {}

        @Override
        public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {}

        @Override
        public void onDelete(GenericKubernetesResource item, boolean unknown) {}
    }

    /**
     * Clients and limits for requests to the API server.
     *
     * @param lists client for the objects that are kept
     * @param pages how many of these objects are listed at once
     * @param probes client for metadata only
     * @param turns shared by all informers
     * @param requests shared by all informers
     * @param restores shared by all informers; {@link InformerMaker#restores}
     */
    public record Access(
            KubernetesClient lists,
            PageSize pages,
            KubernetesClient probes,
            PagedLists.Turns turns,
            RequestTurns requests,
            AtomicInteger restores) {}

    /**
     * Clock and periods.
     *
     * @param livenessPeriod how often a watch is compared with a list
     * @param longestPause longest time between two tries of an informer that is refused again and
     *     again. {@link #DEAD} where an administrator may wait for the watch; longer where tenants
     *     choose what is watched
     */
    public record EngineClock(
            InstantSource clock, Duration livenessPeriod, Duration longestPause) {}

    public KindInfo kind() {
        return kind;
    }

    public KindStore store() {
        return store;
    }

    public WatchScope scope() {
        return scope;
    }

    /** Begins to list and watch; does not wait. */
    synchronized void start() {
        if (closed) {
            return;
        }
        aliveAt = clock.instant();
        pulse.begins();
        var starting = newInformer();
        informer = starting;
        starting.removeNamespaceIndex();
        starting.itemStore(store);
        starting.exceptionHandler(
                (started, error) -> {
                    if (!current(starting)) {
                        return false;
                    }
                    failed(error);
                    // false stops the client's own retries, which come many times a minute
                    return !(patient() && refused(lastError()));
                });
        starting.addEventHandler(new Lists(store, store.listing()));
        starting.start()
                .whenComplete(
                        (ok, error) -> {
                            if (error == null) {
                                recovered(starting);
                            } else if (current(starting)) {
                                failed(error);
                            }
                        });
    }

    @SuppressWarnings("unchecked") // each collection of the client is a ListerWatcher
    private SharedIndexInformer<GenericKubernetesResource> newInformer() {
        var collection =
                (ListerWatcher<GenericKubernetesResource, GenericKubernetesResourceList>)
                        collection(access.lists(), scope);
        lister = new PagedLists(collection, pages, access.turns(), access.requests(), clock);
        return new DefaultSharedIndexInformer<>(
                GenericKubernetesResource.class,
                lister,
                0,
                access.lists().adapt(BaseClient.class).getExecutor());
    }

    /** Whether the store has held all objects of the scope at least once. */
    public boolean synced() {
        var current = informer;
        if (!syncedOnce && current != null && current.hasSynced()) {
            syncedOnce = true;
        }
        return syncedOnce;
    }

    public boolean watching() {
        var current = informer;
        return !closed && current != null && current.isWatching();
    }

    /** Whether the watch after a list is about to open. No event is lost meanwhile. */
    public boolean opening() {
        var current = lister;
        return !closed && current != null && current.opens();
    }

    /** Why the last attempt failed; empty when it succeeded. */
    public String lastError() {
        return lastError.get();
    }

    /**
     * Whether nobody waits for the first list any more: it is complete, it was refused, or still
     * fails after {@link #PASSING}.
     */
    boolean settled() {
        var error = lastError();
        return synced()
                || refused(error)
                || (!error.isEmpty() && madeAt.plus(PASSING).isBefore(clock.instant()));
    }

    /** Whether the error means a missing right, or a kind that is not served. */
    public static boolean refused(String error) {
        return error.equals("HTTP 403") || error.equals("HTTP 404");
    }

    /** Replaces the watch when it is dead or silent. To be called every few seconds. */
    public void check() {
        var now = clock.instant();
        synchronized (this) {
            if (closed || informer == null) {
                return;
            }
            if (restores != access.restores().get()) {
                restores = access.restores().get();
                newest = "";
                store.distrust();
                restart("restored");
                return;
            }
            if (!informer.isWatching()) {
                if (lister.goesOn()) {
                    aliveAt = now;
                } else if (aliveAt.plus(pause).isBefore(now)) {
                    pause = nextPause();
                    restart("not watching");
                }
                return;
            }
            aliveAt = now;
            pause = DEAD;
            lastError.set("");
            heard();
            if (pulse.silent(now)) {
                LOG.warn("the watch of {} is silent; it is replaced", kind.id());
                pulse.replaced();
                restart("silent");
                return;
            }
            if (probedAt.plus(probeEvery).isAfter(now) || !probing.compareAndSet(false, true)) {
                return;
            }
            probedAt = now;
        }
        // each probe on its own thread: a slow probe must not hold up other probes
        Background.run("probe-watch", this::probe);
    }

    private void heard() {
        var last = informer.lastSyncResourceVersion();
        pulse.hears(last);
        if (last != null && (newest.isEmpty() || ResourceVersions.older(newest, last))) {
            newest = last;
        }
    }

    private boolean patient() {
        return longestPause.compareTo(DEAD) > 0;
    }

    private Duration nextPause() {
        if (!refused(lastError())) {
            return DEAD;
        }
        var twice = pause.multipliedBy(2);
        return twice.compareTo(longestPause) < 0 ? twice : longestPause;
    }

    /** Whether this informer is still in use: errors of a replaced informer are ignored. */
    @SuppressWarnings("ReferenceEquality")
    private boolean current(SharedIndexInformer<GenericKubernetesResource> one) {
        return informer == one;
    }

    @Override
    public synchronized void close() {
        closed = true;
        var old = informer;
        // from now on errors of the old informer are ignored
        informer = null;
        if (old != null) {
            old.stop();
        }
        store.release();
    }

    private synchronized void restart(String why) {
        if (closed) {
            return;
        }
        LOG.debug("restart the watch of {}: {}", kind.id(), why);
        meters.counter("dragoman_watch_restarts").increment();
        var old = informer;
        // from now on errors of the old informer are ignored
        informer = null;
        old.stop();
        start();
    }

    /**
     * Compares a page of a list with the store, and tells the pulse which version the watch should
     * have reached. A list is consistent, so it is never older than what was read before, unless
     * the API server was restored to an earlier state.
     */
    private void probe() {
        var watch = informer;
        try {
            var before = newest;
            int known = restores;
            var version = readPage();
            if (ResourceVersions.older(version, before)
                    && ResourceVersions.older(versionNow(), before)) {
                restored(known);
                return;
            }
            expect(version);
            if (comparison.differs()) {
                // an event may be on its way: look again when it must have arrived
                Thread.sleep(probeEvery.compareTo(UNDER_WAY) < 0 ? probeEvery : UNDER_WAY);
                var all = comparison.differences().stream().limit(PROBE_PAGE);
                var standing = all.filter(this::stands).toList();
                if (standing.stream().anyMatch(comparison::isNewerHere)) {
                    restored(known);
                } else if (!standing.isEmpty()) {
                    missed(watch);
                }
            }
        } catch (KubernetesClientException e) {
            // 410 Gone: the continue token has expired
            comparison.beginAnew();
            LOG.debug("probe the watch of {}: {}", kind.id(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            probing.set(false);
        }
    }

    /**
     * Reads the next page and returns the current version of the collection, which only a first
     * page carries.
     */
    private String readPage() {
        boolean first = comparison.next().isEmpty();
        var page = list(Math.min(PROBE_PAGE, pages.now()), comparison.next().orElse(null));
        comparison.read(page);
        return first ? page.getMetadata().getResourceVersion() : versionNow();
    }

    private String versionNow() {
        return list(1, null).getMetadata().getResourceVersion();
    }

    /**
     * Whether the store still differs although the object has not changed since the page: then no
     * event is on its way.
     */
    private boolean stands(PageComparison.Difference difference) {
        int slash = difference.path().indexOf('/');
        var one =
                new WatchScope(
                        difference.path().substring(0, Math.max(0, slash)),
                        difference.path().substring(slash + 1),
                        scope.labelSelector(),
                        scope.account());
        var now =
                collection(access.probes(), one).list().getItems().stream()
                        .map(item -> item.getMetadata().getResourceVersion())
                        .findFirst()
                        .orElse("");
        return comparison.stands(difference, now);
    }

    private GenericKubernetesResourceList list(long limit, String from) {
        return collection(access.probes(), scope)
                .list(new ListOptionsBuilder().withLimit(limit).withContinue(from).build());
    }

    /** Counts a restore once, however many informers find it. */
    private void restored(int known) {
        if (access.restores().compareAndSet(known, known + 1)) {
            LOG.warn("the API server has an earlier state than before; all is listed anew");
        }
    }

    private synchronized void expect(String version) {
        var now = clock.instant();
        if (informer != null) {
            heard();
            pulse.expects(version, now);
        }
    }

    private synchronized void missed(SharedIndexInformer<GenericKubernetesResource> watch) {
        // a watch that has replaced this one meanwhile has listed the missed changes
        if (watch != null && current(watch)) {
            LOG.warn("the watch of {} missed changes; it is replaced", kind.id());
            store.distrust();
            restart("missed changes");
        }
    }

    /**
     * The objects of the scope. Selects a single name by a field selector: RBAC can grant such
     * requests by {@code resourceNames}.
     */
    private FilterWatchListDeletable<
                    GenericKubernetesResource,
                    GenericKubernetesResourceList,
                    Resource<GenericKubernetesResource>>
            collection(KubernetesClient client, WatchScope scope) {
        var all = client.genericKubernetesResources(kind.context());
        FilterWatchListDeletable<
                        GenericKubernetesResource,
                        GenericKubernetesResourceList,
                        Resource<GenericKubernetesResource>>
                some = all;
        if (kind.namespaced()) {
            some =
                    scope.namespace().isEmpty()
                            ? all.inAnyNamespace()
                            : all.inNamespace(scope.namespace());
        }
        if (!scope.name().isEmpty()) {
            some = some.withField("metadata.name", scope.name());
        }
        return scope.labelSelector().isEmpty()
                ? some
                : some.withLabelSelector(scope.labelSelector());
    }

    private void recovered(SharedIndexInformer<GenericKubernetesResource> started) {
        LOG.debug("watching {} from {}", kind.id(), started.lastSyncResourceVersion());
        lastError.set("");
    }

    private void failed(Throwable error) {
        var root = error;
        while (root.getCause() != null && !(root instanceof KubernetesClientException)) {
            root = root.getCause();
        }
        int code = root instanceof KubernetesClientException refused ? refused.getCode() : 0;
        meters.counter("dragoman_watch_errors", "code", String.valueOf(code)).increment();
        var text = code > 0 ? "HTTP " + code : root.getClass().getSimpleName();
        // the message varies with ports and times: only another class of error is logged again
        if (!text.equals(lastError.getAndSet(text))) {
            LOG.warn("cannot list and watch {}: {}; retrying", kind.id(), KindCatalog.text(root));
        }
    }
}
