package dev.dragoman.reconcile;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this process knows of the cluster: which kinds there are, an informer for each that a
 * controller wants, who refers to whom, and what we wrote ourselves. Turns changes into keys.
 * Thread-safe.
 */
final class World implements Controller.Host, ReferenceIndex.Watches, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(World.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    /** Another large object is in hand. */
    private static final Duration HEAVY_LATER = Duration.ofSeconds(1);

    /** How often a worker looks for the end of the first lists before it puts its key back. */
    private static final int LOOKS = 5;

    private final EngineSettings settings;
    private final InstantSource clock;
    private final InformerMaker maker;
    private final List<Controller> controllers;
    private final KindCatalog catalog;
    private final DefinedKinds defined;
    private final KindInformer crds;
    private final ControllerInformers informers;
    private final KeptWatches kept;
    private final Indexes indexes = new Indexes();
    private final Cache cache;
    private final GoingKinds goingKinds;
    private final OwnWriteLedger writes;
    private final ReferenceIndex references = new ReferenceIndex(this);
    private final Changes changes;
    private final NamedWatches named;
    private final HeavyTurn heavy = new HeavyTurn();
    private volatile Paces paces = Paces.NONE;
    private volatile boolean started;
    private volatile boolean closed;
    private volatile Instant crdsListedAt;
    private volatile boolean discovered;

    World(
            KubernetesClient client,
            EngineSettings settings,
            InstantSource clock,
            MeterRegistry registry,
            List<Controller> controllers) {
        this.goingKinds = new GoingKinds(client, clock);
        this.settings = settings;
        this.clock = clock;
        this.controllers = controllers;
        var lists = ListClients.over(client);
        var metadata = MetadataOnly.over(client);
        this.maker = new InformerMaker(lists, metadata, clock, settings.livenessPeriod(), registry);
        this.catalog = new KindCatalog(client);
        this.informers = new ControllerInformers(controllers);
        this.kept = new KeptWatches(catalog, maker::ofKept, new KeptListener());
        this.cache = new Cache(lists, metadata, clock, informers, kept, indexes, heavy);
        this.writes = cache.writes();
        this.changes = new Changes(informers, writes, references);
        this.named = new NamedWatches(catalog, maker::ofNeeded, references::dependants, this::wake);
        this.defined = new DefinedKinds(name -> CrdKinds.read(client, name), new KindsListener());
        this.crds = maker.ofDefinitions(defined);
    }

    ObjectCache cache() {
        return cache;
    }

    KeptWatches kept() {
        return kept;
    }

    Indexes indexes() {
        return indexes;
    }

    OwnWriteLedger writes() {
        return writes;
    }

    NamedWatches named() {
        return named;
    }

    ReferenceIndex references() {
        return references;
    }

    /** Whether all kinds that were asked for by name have been found and CRDs are known. */
    boolean discovered() {
        return discovered && crds.synced();
    }

    /** How long CRDs have been known; zero before. */
    Duration listedFor() {
        var since = crdsListedAt;
        return since == null ? Duration.ZERO : Duration.between(since, clock.instant());
    }

    synchronized void start() {
        started = true;
        crds.start();
    }

    /** A controller came: starts informers for it in the background. */
    void kindsMayHaveChanged() {
        informers.controllersChanged();
        discovered = false;
        Background.run("find-kinds", this::startMissing);
    }

    /** Looks after everything that must not end. May block. */
    void check() {
        crds.check();
        defined.check();
        kept.check();
        startMissing();
        for (var each : informers.all()) {
            each.check();
        }
        named.check();
        for (var key : writes.keys()) {
            settle(key);
        }
    }

    @Override
    public void close() {
        closed = true;
        named.close();
        kept.close();
        synchronized (this) {
            informers.close();
        }
        crds.close();
    }

    List<Controller> controllersOf(ObjectKey key) {
        return informers.controllersOf(key);
    }

    /** Whether the controller's informer shows the object. */
    boolean shows(Controller controller, ObjectKey key) {
        return informers
                .informer(controller, key)
                .flatMap(informer -> informer.store().find(key))
                .isPresent();
    }

    @Override
    public Paces paces() {
        return paces;
    }

    void paces(Paces said) {
        paces = said;
    }

    /** What is said of kinds that no informer shows. */
    List<String> unusedPaces() {
        return paces.unused(
                informers.slots().stream().map(ControllerInformers.Slot::kind).toList());
    }

    Changes changes() {
        return changes;
    }

    List<EngineHealth.KindHealth> kindHealth() {
        var all = new ArrayList<>(informers.health());
        all.addAll(kept.health());
        all.add(EngineHealth.KindHealth.of(crds, ""));
        return List.copyOf(all);
    }

    private Optional<KindInformer> informer(ObjectKey key) {
        return informers.informer(key);
    }

    // reconciliations

    @Override
    public Controller.View view(Controller controller, WorkQueue.Work work) {
        heavy.begins();
        var key = work.key();
        if (!awaitFirstLists(controller)) {
            return new Controller.View.NotYet(LOOK_AGAIN);
        }
        var informer = informers.informer(controller, key);
        if (informer.isEmpty()) {
            return new Controller.View.Dropped();
        }
        if (!informer.get().synced()) {
            return new Controller.View.NotYet(LOOK_AGAIN.multipliedBy(10));
        }
        var cached = informer.get().store().find(key);
        var ahead = writes.aheadSince(key, cached);
        if (ahead.isPresent()) {
            // an object that is not there may as well be gone already: no event will ever show it
            boolean wait =
                    cached.isPresent()
                            && ahead.get().plus(settings.staleLimit()).isAfter(clock.instant());
            if (wait) {
                return new Controller.View.NotYet(LOOK_AGAIN);
            }
        }
        if (cached.filter(Snapshot::heavy).isPresent() && !heavy.taken()) {
            return new Controller.View.NotYet(HEAVY_LATER);
        }
        if (ahead.isPresent() || cached.filter(Snapshot::partial).isPresent()) {
            cached = cache.live(informer.get().kind(), key);
        }
        if (cached.isEmpty() && goingKinds.mayBe(informer.get().kind(), work)) {
            LOG.info(
                    "{} is being removed from the cluster: its objects are left alone", key.kind());
            return new Controller.View.Dropped();
        }
        return cached.<Controller.View>map(
                        seen -> new Controller.View.Current(seen.object(), seen.uid()))
                .orElseGet(() -> new Controller.View.Current(Map.of(), controller.uidOfGone(key)));
    }

    /**
     * Whether all that a reconciliation of the controller may look for has been listed once, or is
     * known to fail. A worker waits for it, lest thousands of keys are put back and taken out again
     * meanwhile.
     */
    private boolean awaitFirstLists(Controller controller) {
        for (int looks = 0; !(kept.settled() && informers.settled(controller)); looks++) {
            if (looks == LOOKS || closed) {
                return false;
            }
            try {
                Thread.sleep(LOOK_AGAIN.dividedBy(LOOKS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    @Override
    public void ended(Controller controller, Reconciliation reconciliation, Outcome outcome) {
        if (reconciliation.gone() && outcome instanceof Outcome.Done) {
            references.set(
                    new Dependant(controller.request().name(), reconciliation.key()), Set.of());
            references.set(new Dependant(Acting.NOBODY, reconciliation.key()), Set.of());
        }
    }

    @Override
    public void handedIn(ObjectKey key) {
        heavy.ends();
        settle(key);
    }

    /** Not while a reconciliation runs: it may have to recognise the echoes of its writes. */
    private void settle(ObjectKey key) {
        if (began(controllersOf(key), key).isEmpty() && informers.agree(key)) {
            writes.settled(key, cache.snapshot(key));
        }
    }

    /**
     * When the longest of the controllers' reconciliations of the key began; empty where none runs.
     */
    private static Optional<Instant> began(List<Controller> controllers, ObjectKey key) {
        return controllers.stream()
                .map(controller -> controller.queue().runningSince(key))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    @Override
    public void released(Controller controller) {
        var name = controller.request().name();
        references.drop(each -> each.subscription().equals(name));
        // no informer of it is opened once it is not among them
        synchronized (this) {
            controllers.remove(controller);
            informers.released(controller).forEach(this::stopInformer);
        }
    }

    // references

    @Override
    public void needed(Dependant dependant, ObjectKey key, boolean yes) {
        if (!yes) {
            named.release(dependant, key);
        } else if (!seen(key)) {
            named.want(dependant, key);
        }
    }

    /** Whether its changes are seen without a watch for whoever needs it. */
    private boolean seen(ObjectKey key) {
        return informer(key).isPresent() || kept.sees(key);
    }

    @Override
    public boolean changedDuringReconciliation(Dependant dependant, ObjectKey needed) {
        var began = began(informers.controllersOf(dependant), dependant.key());
        if (began.isEmpty()) {
            return false;
        }
        var changed =
                informer(needed)
                        .or(() -> kept.informer(needed).map(KeptWatches.Held::informer))
                        .map(
                                each ->
                                        each.store()
                                                .find(needed)
                                                .map(Snapshot::seenAt)
                                                .orElse(each.store().lastRemoval()))
                        .or(() -> named.lastChange(dependant, needed));
        return changed.filter(at -> !at.isBefore(began.get())).isPresent();
    }

    @Override
    public void wake(Dependant dependant) {
        var key = dependant.key();
        informers
                .controllersOf(dependant)
                .forEach(controller -> controller.queue().add(key, Cause.REFERENCE));
    }

    private final class KeptListener implements KeptWatches.Listener {
        @Override
        public void changed(ObjectKey key) {
            // who needs it is woken by the controller's informer where there is one
            if (informer(key).filter(KindInformer::synced).isEmpty()) {
                references.changed(key);
            }
        }

        @Override
        public void absent(Predicate<ObjectKey> which) {
            references.changedWhere(
                    which.and(key -> informer(key).filter(KindInformer::synced).isEmpty()));
        }
    }

    // kinds

    private final class KindsListener implements DefinedKinds.Listener {
        @Override
        public void served(KindInfo kind) {
            catalog.forget(kind.id());
            kept.kindChanged(kind.id());
            startWanted(kind);
        }

        @Override
        public void gone(KindInfo kind) {
            kindGone(kind.id());
        }

        @Override
        public void complete() {
            if (crdsListedAt == null) {
                crdsListedAt = clock.instant();
            }
            startMissing();
        }
    }

    private synchronized void kindGone(GroupKind kind) {
        catalog.forget(kind);
        kept.kindChanged(kind);
        goingKinds.forget(kind);
        for (var slot : informers.slots()) {
            if (slot.kind().equals(kind)) {
                LOG.info("{} is not served any more; its objects are forgotten", kind);
                stopInformer(slot);
            }
        }
    }

    private synchronized void stopInformer(ControllerInformers.Slot slot) {
        var told =
                informers.find(slot).map(ControllerInformers.Open::controllers).orElse(List.of());
        if (!informers.stop(slot)) {
            return;
        }
        Predicate<ObjectKey> ofKind = key -> GroupKind.of(key).equals(slot.kind());
        Predicate<ObjectKey> unseen = ofKind.and(key -> informer(key).isEmpty());
        told.forEach(controller -> controller.forget(ofKind));
        references.drop(each -> unseen.test(each.key()));
        writes.forget(unseen);
        // others may still need objects of the kind
        references.eachNeeded(ofKind.and(key -> !seen(key)), named::want);
    }

    private void startMissing() {
        if (!started) {
            return;
        }
        boolean crdsKnown = crdsListedAt != null;
        // one that comes meanwhile has its own look
        var present = List.copyOf(controllers);
        defined.all().forEach(this::startWanted);
        boolean all = true;
        for (var controller : present) {
            boolean known =
                    crdsKnown
                            || controller.request().kinds().stream()
                                    .allMatch(KindSelector::builtIn);
            for (var selector : controller.request().kinds()) {
                if (selector.builtIn()) {
                    known &=
                            startBuiltIn(
                                    controller, new GroupKind(selector.group(), selector.kind()));
                }
            }
            if (known) {
                informers.complete(controller);
            }
            all &= known;
        }
        discovered = all && present.size() == controllers.size();
    }

    /** Whether it is known how the kind is served, be it not at all. */
    private boolean startBuiltIn(Controller controller, GroupKind kind) {
        if (informers.serves(controller, kind)) {
            return true;
        }
        String reason;
        boolean known = true;
        try {
            var found = catalog.find(kind);
            if (found.isPresent()) {
                startWanted(found.get());
                return true;
            }
            reason = KindCatalog.NOT_SERVED;
        } catch (KubernetesClientException e) {
            reason = KindCatalog.reason(e);
            known = e.getCode() > 0;
        }
        if (informers.missing(controller, kind, reason)) {
            LOG.warn("find out how {} is served: {}; trying again", kind, reason);
        }
        return known;
    }

    private synchronized void startWanted(KindInfo kind) {
        if (closed || !started) {
            return;
        }
        for (var controller : controllers) {
            if (informers.wants(controller, kind.id())
                    && !informers.serves(controller, kind.id())) {
                serve(controller, kind);
            }
        }
    }

    private void serve(Controller controller, KindInfo kind) {
        var slot =
                new ControllerInformers.Slot(
                        kind.id(), kind.namespaced() ? controller.namespace() : "");
        var open = informers.find(slot);
        if (open.isPresent()) {
            informers.join(open.get(), controller);
            return;
        }
        var scope = new KindInformer.Scope(slot.namespace(), "", "");
        var index = indexes.part();
        var told = changes.of(slot, kind);
        informers.start(slot, maker.ofController(kind, scope, told, index), index, controller);
        // what was watched one by one is seen by the informer from now on
        named.releaseAll(key -> GroupKind.of(key).equals(kind.id()) && informer(key).isPresent());
    }
}
