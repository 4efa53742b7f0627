package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.cache.CacheBudget;
import dev.dragoman.reconcile.cache.KindStore;
import dev.dragoman.reconcile.cache.Snapshot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Creates informers: chooses the client, page size and memory budget of each. */
public final class InformerMaker {
    /**
     * Longest pause of an informer of needed objects. Tenants choose these objects, so an informer
     * that is refused tries again rarely.
     */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    /**
     * How much a store keeps, and how rarely an informer that is refused tries again.
     *
     * @param longestPause as in {@link KindInformer.EngineClock}
     */
    private record Kept(CacheBudget budget, Duration longestPause) {}

    private final KubernetesClient client;
    private final KubernetesClient metadata;
    private final InstantSource clock;
    private final Duration livenessPeriod;
    private final MeterRegistry registry;
    private final Counter unreadable;
    private final Kept objects = new Kept(CacheBudget.ofThisProcess(), KindInformer.DEAD);

    /** For stores that keep only a few small fields of each object. */
    private final Kept small = new Kept(CacheBudget.unlimited(), KindInformer.DEAD);

    private final Kept named = new Kept(CacheBudget.unlimited(), LONGEST_PAUSE);

    private final PagedLists.Turns turns = new PagedLists.Turns();
    private final RequestTurns requests = RequestTurns.onThreads();
    private final AtomicInteger restores = new AtomicInteger();

    /**
     * @param metadata a client that lists and watches metadata only
     */
    public InformerMaker(
            KubernetesClient client,
            KubernetesClient metadata,
            InstantSource clock,
            Duration livenessPeriod,
            MeterRegistry registry) {
        this.client = client;
        this.metadata = metadata;
        this.clock = clock;
        this.livenessPeriod = livenessPeriod;
        this.registry = registry;
        // registered at the start; otherwise Prometheus would not see the first restart as an
        // increase
        var _ = registry.counter("dragoman_watch_restarts");
        this.unreadable = registry.counter("dragoman_unreadable_objects");
    }

    /**
     * How often the API server was found to have an earlier state than before, as after a restore
     * of etcd. Whoever has the proof raises the count, and all informers list anew.
     */
    public AtomicInteger restores() {
        return restores;
    }

    /** An informer for CRDs. Lists and watches only their metadata. */
    KindInformer ofDefinitions(KindStore.Listener listener) {
        return make(
                metadata,
                PageSize.ofMetadata(),
                CrdKinds.CRD,
                WatchScope.ALL,
                crd -> CrdKinds.said(crd, clock.instant()),
                listener,
                KindStore.Index.NONE,
                small);
    }

    /** An informer for objects that a controller reconciles. */
    KindInformer ofController(
            KindInfo kind, WatchScope scope, KindStore.Listener listener, KindStore.Index index) {
        return make(
                client, PageSize.ofObjects(), kind, scope, this::whole, listener, index, objects);
    }

    /** An informer for a watch that stays open. */
    KindInformer ofKept(KindInfo kind, KeptWatch watch, KindStore.Listener listener) {
        var scope = new WatchScope(kind.namespaced() ? watch.namespace() : "", watch.name(), "");
        if (watch.content() == KeptWatch.Content.WHOLE) {
            return make(
                    client,
                    PageSize.ofObjects(),
                    kind,
                    scope,
                    this::whole,
                    listener,
                    KindStore.Index.NONE,
                    objects);
        }
        var json = client.getKubernetesSerialization();
        return make(
                metadata,
                PageSize.ofMetadata(),
                kind,
                scope,
                each -> KeptWatches.metadata(each, kind, json, clock.instant()),
                listener,
                KindStore.Index.NONE,
                objects);
    }

    /** An informer for needed objects. Keeps only their uid and version, which show changes. */
    KindInformer ofNeeded(KindInfo kind, WatchScope scope, KindStore.Listener listener) {
        return make(
                scope.account().isEmpty()
                        ? metadata
                        : Impersonation.over(metadata, scope.account()),
                PageSize.ofMetadata(),
                kind,
                scope,
                each -> Snapshot.slim(each, clock.instant()),
                listener,
                KindStore.Index.NONE,
                named);
    }

    /**
     * Reads one object for the store. When that fails, keeps only its identity, so that the other
     * objects of the list or watch are still shown.
     */
    private Snapshot read(
            GenericKubernetesResource from, Function<GenericKubernetesResource, Snapshot> reader) {
        Snapshot snapshot;
        try {
            snapshot = reader.apply(from);
        } catch (RuntimeException | StackOverflowError e) {
            WireFormat.unreadable(from, e.getClass().getSimpleName());
            snapshot = Snapshot.identity(from, clock.instant());
        }
        if (snapshot.unreadable().isPresent()) {
            unreadable.increment();
        }
        return snapshot;
    }

    private Snapshot whole(GenericKubernetesResource object) {
        return Snapshot.full(object, client.getKubernetesSerialization(), clock.instant());
    }

    private KindInformer make(
            KubernetesClient by,
            PageSize pages,
            KindInfo kind,
            WatchScope scope,
            Function<GenericKubernetesResource, Snapshot> reader,
            KindStore.Listener listener,
            KindStore.Index index,
            Kept kept) {
        // who may not watch as itself may not compare as itself either
        var probes = scope.account().isEmpty() ? metadata : by;
        return new KindInformer(
                new KindInformer.Access(by, pages, probes, turns, requests, restores),
                kind,
                scope,
                new KindStore(
                        kind, each -> read(each, reader), listener, clock, index, kept.budget()),
                new KindInformer.EngineClock(clock, livenessPeriod, kept.longestPause()),
                registry);
    }
}
