package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.Background;
import dev.dragoman.reconcile.Changes;
import dev.dragoman.reconcile.Controller;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.Indexes;
import dev.dragoman.reconcile.cache.OwnWriteLedger;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts an informer for each kind that a controller wants, once it is known how the kind is
 * served, and stops it when the kind is removed. Thread-safe.
 */
public final class KindInformers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KindInformers.class);

    private final InstantSource clock;
    private final InformerMaker maker;
    private final List<Controller> controllers;
    private final KindCatalog catalog;
    private final DefinedKinds defined;
    private final KindInformer crds;
    private final ControllerInformers informers;
    private final ReferenceWatches references;
    private final Indexes indexes;
    private final GoingKinds goingKinds;
    private final OwnWriteLedger writes;
    private final Changes changes;
    private volatile boolean started;
    private volatile boolean closed;
    private volatile Instant crdsListedAt;
    private volatile boolean discovered;

    /**
     * @param controllers the current controllers; a live list, which the engine changes too
     * @param definitions reads the kind of a CRD, by the name of the CRD
     */
    public KindInformers(
            InstantSource clock,
            InformerMaker maker,
            List<Controller> controllers,
            KindCatalog catalog,
            Function<String, Optional<KindInfo>> definitions,
            ControllerInformers informers,
            ReferenceWatches references,
            Indexes indexes,
            GoingKinds goingKinds,
            OwnWriteLedger writes,
            Changes changes) {
        this.clock = clock;
        this.maker = maker;
        this.controllers = controllers;
        this.catalog = catalog;
        this.informers = informers;
        this.references = references;
        this.indexes = indexes;
        this.goingKinds = goingKinds;
        this.writes = writes;
        this.changes = changes;
        this.defined = new DefinedKinds(definitions, new KindsListener());
        this.crds = maker.ofDefinitions(defined);
    }

    /** The informer of CRDs. */
    public KindInformer definitions() {
        return crds;
    }

    /** Whether it is known how each kind that a controller wants is served. */
    public boolean discovered() {
        return discovered && crds.synced();
    }

    /** How long CRDs have been known; zero while they are unknown. */
    public Duration listedFor() {
        var since = crdsListedAt;
        return since == null ? Duration.ZERO : Duration.between(since, clock.instant());
    }

    /** Whether this was closed, so that it starts no more informers. */
    public boolean closed() {
        return closed;
    }

    public synchronized void start() {
        started = true;
        crds.start();
    }

    /** A controller was added: starts its informers in the background. */
    public void kindsMayHaveChanged() {
        informers.controllersChanged();
        discovered = false;
        Background.run("find-kinds", this::startMissing);
    }

    /** Checks the watches of CRDs and kept watches, and starts missing informers. May block. */
    public void check() {
        crds.check();
        defined.check();
        references.kept().check();
        startMissing();
    }

    @Override
    public void close() {
        closed = true;
        synchronized (this) {
            informers.close();
        }
        crds.close();
    }

    /** A controller has stopped: removes it, and closes the informers that served only it. */
    public void released(Controller controller) {
        var name = controller.request().name();
        references.references().drop(each -> each.subscription().equals(name));
        synchronized (this) {
            controllers.remove(controller);
            informers.released(controller).forEach(this::stopInformer);
        }
    }

    private final class KindsListener implements DefinedKinds.Listener {
        @Override
        public void served(KindInfo kind) {
            catalog.forget(kind.id());
            references.kept().kindChanged(kind.id());
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
        references.kept().kindChanged(kind);
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
        Predicate<ObjectKey> unseen = ofKind.and(key -> informers.informer(key).isEmpty());
        told.forEach(controller -> controller.forget(ofKind));
        references.references().drop(each -> unseen.test(each.key()));
        writes.forget(unseen);
        // dependants of other kinds may still need objects of this kind: watch those objects one by
        // one
        references
                .references()
                .eachNeeded(ofKind.and(key -> !references.seen(key)), references.named()::want);
    }

    private void startMissing() {
        if (!started) {
            return;
        }
        boolean crdsKnown = crdsListedAt != null;
        // a controller that is added meanwhile starts this method again
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

    /**
     * Starts informers of a kind without a CRD. False while it is unknown whether the kind is
     * served.
     */
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
            LOG.warn("cannot find out how {} is served: {}; trying again", kind, reason);
        }
        return known;
    }

    private synchronized void startWanted(KindInfo kind) {
        if (closed || !started) {
            return;
        }
        for (var controller : controllers) {
            if (informers.wants(controller, kind.id())) {
                ControllerInformers.slots(controller, kind).stream()
                        .filter(slot -> !informers.serves(controller, slot))
                        .forEach(slot -> serve(controller, kind, slot));
            }
        }
    }

    private void serve(Controller controller, KindInfo kind, ControllerInformers.Slot slot) {
        var open = informers.find(slot);
        if (open.isPresent()) {
            informers.join(open.get(), controller);
            return;
        }
        var scope = new WatchScope(slot.namespace(), "", "");
        var index = indexes.part();
        var told = changes.of(slot, kind);
        informers.start(slot, maker.ofController(kind, scope, told, index), index, controller);
        // objects that were watched one by one are seen by this informer from now on
        references
                .named()
                .releaseAll(
                        key ->
                                GroupKind.of(key).equals(kind.id())
                                        && informers.informer(key).isPresent());
    }
}
