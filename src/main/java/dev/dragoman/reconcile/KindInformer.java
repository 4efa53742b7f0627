package dev.dragoman.reconcile;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
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
    private static final Duration DEAD = Duration.ofSeconds(10);

    private static final long PROBE_PAGE = 20;

    private static final long LIST_PAGE = 50;

    /** Longest time that an event may take to arrive after a list has shown its change. */
    private static final Duration UNDER_WAY = Duration.ofSeconds(2);

    private final KubernetesClient client;
    private final KindInfo kind;
    private final Scope scope;
    private final KindStore store;
    private final InstantSource clock;
    private final MeterRegistry meters;
    private final Duration probeEvery;
    private final AtomicReference<String> lastError = new AtomicReference<>("");
    // read without the lock by informer threads, which may hold locks of their own
    private volatile SharedIndexInformer<GenericKubernetesResource> informer;
    private volatile boolean closed;
    private volatile boolean syncedOnce;
    private Instant aliveAt;
    private Instant probedAt;
    private String probeContinue = "";
    private String probeFrom = "";

    KindInformer(
            KubernetesClient client,
            KindInfo kind,
            Scope scope,
            KindStore store,
            EngineClock time,
            MeterRegistry meters) {
        this.client = client;
        this.kind = kind;
        this.scope = scope;
        this.store = store;
        this.clock = time.clock();
        this.probeEvery = time.livenessPeriod();
        this.meters = meters;
        this.aliveAt = clock.instant();
        this.probedAt = aliveAt;
    }

    /** Events come by the store. */
    private record Lists(KindStore store)
            implements ResourceEventHandler<GenericKubernetesResource> {
        @Override
        public void onList(String version, boolean remainedEmpty) {
            store.listed();
        }

        @Override
        public void onAdd(GenericKubernetesResource item) {}

        @Override
        public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {}

        @Override
        public void onDelete(GenericKubernetesResource item, boolean unknown) {}
    }

    /** The clock and how often a watch has to prove that it is alive. */
    record EngineClock(InstantSource clock, Duration livenessPeriod) {}

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
        // in pages: a list of all at once would leave a heap several times as large as what is kept
        informer = collection().withLimit(LIST_PAGE).runnableInformer(0);
        informer.removeNamespaceIndex();
        informer.itemStore(store);
        informer.exceptionHandler(
                (started, error) -> {
                    failed(error);
                    return true;
                });
        informer.addEventHandler(new Lists(store));
        var starting = informer;
        informer.start()
                .whenComplete(
                        (ok, error) -> {
                            if (error == null) {
                                recovered(starting);
                            } else if (current(starting)) {
                                failed(error);
                            }
                        });
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

    /** Why the last attempt failed; empty when it did not. */
    String lastError() {
        return lastError.get();
    }

    /** Replaces the watch when it is dead or silent. To be called every few seconds; may block. */
    void check() {
        var now = clock.instant();
        boolean probe = false;
        synchronized (this) {
            if (closed || informer == null) {
                return;
            }
            if (informer.isWatching()) {
                aliveAt = now;
                lastError.set("");
                if (!probedAt.plus(probeEvery).isAfter(now)) {
                    probedAt = now;
                    probe = true;
                }
            } else if (aliveAt.plus(DEAD).isBefore(now)) {
                restart("not watching");
            }
        }
        if (probe) {
            probe();
        }
    }

    /** Whether it is still the one in use: how one ends that was replaced tells nothing. */
    @SuppressWarnings("ReferenceEquality")
    private boolean current(SharedIndexInformer<GenericKubernetesResource> one) {
        return informer == one;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (informer != null) {
            informer.stop();
            informer = null;
        }
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

    /**
     * Compares one page of the collection with the store, another page each time. A connection that
     * died without a word shows up as a difference that stays: something new, or something gone.
     */
    private void probe() {
        try {
            var options =
                    new ListOptionsBuilder()
                            .withLimit(PROBE_PAGE)
                            .withContinue(probeContinue.isEmpty() ? null : probeContinue)
                            .build();
            GenericKubernetesResourceList page = collection().list(options);
            var from = probeFrom;
            probeContinue = last(page) ? "" : page.getMetadata().getContinue();
            probeFrom = last(page) ? "" : store.getKey(page.getItems().getLast());
            if (differs(page, from)) {
                // an event may be under way: look again when it must have arrived
                Thread.sleep(probeEvery.compareTo(UNDER_WAY) < 0 ? probeEvery : UNDER_WAY);
                if (differs(page, from)) {
                    LOG.warn("the watch of {} missed changes; it is replaced", kind.id());
                    store.distrust();
                    restart("missed changes");
                }
            }
        } catch (KubernetesClientException e) {
            // 410: the page to go on from is compacted; begin anew next time
            probeContinue = "";
            probeFrom = "";
            LOG.debug("probe the watch of {}: {}", kind.id(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * @param from the last path of the page before, empty for none
     */
    private boolean differs(GenericKubernetesResourceList page, String from) {
        return page.getItems().stream().anyMatch(this::unknown) || gone(page, from);
    }

    /**
     * Whether the store has something that the page, which comes in the order of paths, has not.
     */
    private boolean gone(GenericKubernetesResourceList page, String from) {
        var there = page.getItems().stream().map(store::getKey).collect(Collectors.toSet());
        boolean last = last(page);
        var to = last ? "" : store.getKey(page.getItems().getLast());
        return store.all().entrySet().stream()
                .filter(e -> e.getKey().compareTo(from) > 0)
                .filter(e -> last || e.getKey().compareTo(to) <= 0)
                .filter(e -> !there.contains(e.getKey()))
                .anyMatch(e -> seenBefore(page, e.getValue()));
    }

    private static boolean last(GenericKubernetesResourceList page) {
        var next = page.getMetadata().getContinue();
        return next == null || next.isEmpty() || page.getItems().isEmpty();
    }

    /** What is newer than the page was made since. */
    private static boolean seenBefore(GenericKubernetesResourceList page, Snapshot known) {
        return ResourceVersions.older(known.version(), page.getMetadata().getResourceVersion());
    }

    private boolean unknown(GenericKubernetesResource item) {
        var key = kind.key(item.getMetadata().getNamespace(), item.getMetadata().getName());
        var known = store.find(key);
        var version = item.getMetadata().getResourceVersion();
        // one that is newer here is fine: the page is older than what arrived meanwhile
        return known.isEmpty() || ResourceVersions.older(known.get().version(), version);
    }

    /** Single names by a field selector too: RBAC grants them by {@code resourceNames}. */
    private FilterWatchListDeletable<
                    GenericKubernetesResource,
                    GenericKubernetesResourceList,
                    Resource<GenericKubernetesResource>>
            collection() {
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
        // the message varies with ports and times: the class of the error decides what is new
        if (!text.equals(lastError.getAndSet(text))) {
            LOG.warn("list and watch {}: {}; retrying", kind.id(), root.getMessage());
        }
    }
}
