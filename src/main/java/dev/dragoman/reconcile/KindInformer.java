package dev.dragoman.reconcile;

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
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One list and watch that never gives up: neither a missing right nor a missing kind nor an API
 * server that is away ends it, and {@link #check} replaces one that went silent. Thread-safe.
 */
final class KindInformer implements AutoCloseable {
    /** What is watched; empty texts mean all namespaces, all names, all labels. */
    record Scope(String namespace, String name, String labelSelector) {
        static final Scope ALL = new Scope("", "", "");
    }

    private static final Logger LOG = LoggerFactory.getLogger(KindInformer.class);

    /** The client's own retry backs off further than a person who grants a right waits. */
    static final Duration DEAD = Duration.ofSeconds(10);

    /** Trouble that ends sooner keeps those waiting who want all that there is. */
    private static final Duration PASSING = Duration.ofMinutes(1);

    private static final int PROBE_PAGE = 20;

    /** Longest time that an event may take to arrive after a list has shown its change. */
    private static final Duration UNDER_WAY = Duration.ofSeconds(2);

    private final Access access;
    private final KindInfo kind;
    private final Scope scope;
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

    KindInformer(
            Access access,
            KindInfo kind,
            Scope scope,
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
        this.madeAt = clock.instant();
        this.aliveAt = madeAt;
        // many informers begin together, and need not compare together
        this.probedAt =
                aliveAt.minusMillis(ThreadLocalRandom.current().nextLong(probeEvery.toMillis()));
    }

    /** Events come by the store. */
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
     * How the API server is asked.
     *
     * @param lists for what is to be kept
     * @param pages how much of it at once
     * @param probes for metadata alone
     * @param turns shared by all informers
     * @param requests the same
     */
    record Access(
            KubernetesClient lists,
            PageSize pages,
            KubernetesClient probes,
            PagedLists.Turns turns,
            RequestTurns requests) {}

    /**
     * When something happens.
     *
     * @param livenessPeriod how often a watch has to prove that it is alive
     * @param longestPause time between two tries of one that is refused again and again: as long as
     *     the usual one where somebody waits for the right, longer where tenants name what is
     *     watched
     */
    record EngineClock(InstantSource clock, Duration livenessPeriod, Duration longestPause) {
        EngineClock(InstantSource clock, Duration livenessPeriod) {
            this(clock, livenessPeriod, DEAD);
        }
    }

    KindInfo kind() {
        return kind;
    }

    KindStore store() {
        return store;
    }

    Scope scope() {
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
                    // else the client asks again by itself, many times a minute
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

    @SuppressWarnings("unchecked") // all that the client hands out for collections is one
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

    /** Whether the store once held everything. */
    boolean synced() {
        var current = informer;
        if (!syncedOnce && current != null && current.hasSynced()) {
            syncedOnce = true;
        }
        return syncedOnce;
    }

    boolean watching() {
        var current = informer;
        return !closed && current != null && current.isWatching();
    }

    /** Whether the watch after a list is about to be opened: nothing is lost meanwhile. */
    boolean opening() {
        var current = lister;
        return !closed && current != null && current.opens();
    }

    /** Why the last attempt failed; empty when it did not. */
    String lastError() {
        return lastError.get();
    }

    /**
     * Whether all was listed once, or is known not to be: refused, or in trouble that does not
     * reconciliation.
     */
    boolean settled() {
        var error = lastError();
        return synced()
                || refused(error)
                || (!error.isEmpty() && madeAt.plus(PASSING).isBefore(clock.instant()));
    }

    /** Whether it is an error of a missing right, or of a kind that is not served. */
    static boolean refused(String error) {
        return error.equals("HTTP 403") || error.equals("HTTP 404");
    }

    /** Replaces the watch when it is dead or silent. To be called every few seconds. */
    void check() {
        var now = clock.instant();
        synchronized (this) {
            if (closed || informer == null) {
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
            pulse.hears(informer.lastSyncResourceVersion());
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
        // each by itself: one that waits must not hold up the others
        Background.run("probe-watch", this::probe);
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

    /** Whether it is still the one in use: how one ends that was replaced tells nothing. */
    @SuppressWarnings("ReferenceEquality")
    private boolean current(SharedIndexInformer<GenericKubernetesResource> one) {
        return informer == one;
    }

    @Override
    public synchronized void close() {
        closed = true;
        var old = informer;
        // how it ends tells nothing any more
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
        // how it ends tells nothing any more
        informer = null;
        old.stop();
        start();
    }

    /** Asks how far the collection has come, and compares a page of it with the store. */
    private void probe() {
        var watch = informer;
        try {
            var page = compared();
            expect(page);
            if (comparison.differs()) {
                // an event may be under way: look again when it must have arrived
                Thread.sleep(probeEvery.compareTo(UNDER_WAY) < 0 ? probeEvery : UNDER_WAY);
                if (comparison.differences().stream().limit(PROBE_PAGE).anyMatch(this::stands)) {
                    missed(watch);
                }
            }
        } catch (KubernetesClientException e) {
            // 410: the page to go on from is compacted
            comparison.beginAnew();
            LOG.debug("probe the watch of {}: {}", kind.id(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            probing.set(false);
        }
    }

    /** The version of the collection as it is now: later pages tell that of the first. */
    private String compared() {
        boolean first = comparison.next().isEmpty();
        var page = list(Math.min(PROBE_PAGE, pages.now()), comparison.next().orElse(null));
        comparison.read(page);
        return (first ? page : list(1, null)).getMetadata().getResourceVersion();
    }

    /** Whether all this time nothing has happened to the object that could be under way. */
    private boolean stands(PageComparison.Difference difference) {
        int slash = difference.path().indexOf('/');
        var one =
                new Scope(
                        difference.path().substring(0, Math.max(0, slash)),
                        difference.path().substring(slash + 1),
                        scope.labelSelector());
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

    private synchronized void expect(String version) {
        var now = clock.instant();
        if (informer != null) {
            pulse.hears(informer.lastSyncResourceVersion());
            pulse.expects(version, now);
        }
    }

    private synchronized void missed(SharedIndexInformer<GenericKubernetesResource> watch) {
        // what was missed by one that was replaced meanwhile is in its list
        if (watch != null && current(watch)) {
            LOG.warn("the watch of {} missed changes; it is replaced", kind.id());
            store.distrust();
            restart("missed changes");
        }
    }

    /** Single names by a field selector too: RBAC grants them by {@code resourceNames}. */
    private FilterWatchListDeletable<
                    GenericKubernetesResource,
                    GenericKubernetesResourceList,
                    Resource<GenericKubernetesResource>>
            collection(KubernetesClient client, Scope scope) {
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

    /** What the API server said, without the client's dump of its answer. */
    private static String said(Throwable error) {
        if (!(error instanceof KubernetesClientException refused) || refused.getStatus() == null) {
            return error.getMessage();
        }
        var said = refused.getStatus().getMessage();
        return refused.getCode() == HttpURLConnection.HTTP_FORBIDDEN
                ? said
                        + ". Give the operator's service account the right to get, list and watch it;"
                        + " docs/install.md says what brings which right"
                : said;
    }

    private void failed(Throwable error) {
        var root = error;
        while (root.getCause() != null && !(root instanceof KubernetesClientException)) {
            root = root.getCause();
        }
        int code = root instanceof KubernetesClientException refused ? refused.getCode() : 0;
        meters.counter("dragoman_watch_errors", "code", String.valueOf(code)).increment();
        var text = code > 0 ? "HTTP " + code : root.getClass().getSimpleName();
        // the message varies with ports and times: the class of the error decides what is new
        if (!text.equals(lastError.getAndSet(text))) {
            LOG.warn("list and watch {}: {}; retrying", kind.id(), said(root));
        }
    }
}
