package dev.dragoman.reconcile;

import dev.dragoman.reconcile.cache.Cache;
import dev.dragoman.reconcile.cache.HeavyTurn;
import dev.dragoman.reconcile.cache.OwnWriteLedger;
import dev.dragoman.reconcile.cache.Snapshot;
import dev.dragoman.reconcile.queue.WorkQueue;
import dev.dragoman.reconcile.watch.ControllerInformers;
import dev.dragoman.reconcile.watch.Dependant;
import dev.dragoman.reconcile.watch.GoingKinds;
import dev.dragoman.reconcile.watch.KindInformers;
import dev.dragoman.reconcile.watch.ReferenceWatches;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each reconciliation the state that it begins with, and forgets own writes and references
 * when they are no longer needed. No reconciliation sees a state older than this process's own
 * writes. Thread-safe.
 */
final class ReconciliationViews implements ControllerHost {
    private static final Logger LOG = LoggerFactory.getLogger(ReconciliationViews.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    /** Pause while another large object is being reconciled. */
    private static final Duration HEAVY_LATER = Duration.ofSeconds(1);

    /**
     * How many times a worker checks whether the first lists are complete, before it puts its key
     * back.
     */
    private static final int LOOKS = 5;

    private final EngineSettings settings;
    private final InstantSource clock;
    private final ControllerInformers informers;
    private final ReferenceWatches references;
    private final KindInformers kinds;
    private final Cache cache;
    private final GoingKinds goingKinds;
    private final HeavyTurn heavy;
    private final OwnWriteLedger writes;
    private volatile Paces paces = Paces.NONE;

    ReconciliationViews(
            EngineSettings settings,
            InstantSource clock,
            ControllerInformers informers,
            ReferenceWatches references,
            KindInformers kinds,
            Cache cache,
            GoingKinds goingKinds,
            HeavyTurn heavy) {
        this.settings = settings;
        this.clock = clock;
        this.informers = informers;
        this.references = references;
        this.kinds = kinds;
        this.cache = cache;
        this.goingKinds = goingKinds;
        this.heavy = heavy;
        this.writes = cache.writes();
    }

    @Override
    public Paces paces() {
        return paces;
    }

    void paces(Paces said) {
        paces = said;
    }

    /** Warnings about settings for kinds that no informer watches. */
    List<String> unusedPaces() {
        return paces.unused(
                informers.slots().stream().map(ControllerInformers.Slot::kind).toList());
    }

    /** Forgets own writes, and known versions of needed objects, that informers already show. */
    void check() {
        writes.keys().forEach(this::settle);
        references.references().ahead().stream()
                .filter(each -> informers.began(each).isEmpty())
                .forEach(references.references()::settle);
    }

    @Override
    public ControllerHost.View view(Controller controller, WorkQueue.Work work) {
        heavy.begins();
        var key = work.key();
        if (!awaitFirstLists()) {
            return new ControllerHost.View.NotYet(LOOK_AGAIN);
        }
        var informer = informers.informer(controller, key);
        if (informer.isEmpty()) {
            return new ControllerHost.View.Dropped();
        }
        if (!informer.get().synced()) {
            return new ControllerHost.View.NotYet(LOOK_AGAIN.multipliedBy(10));
        }
        var cached = informer.get().store().find(key);
        var ahead = writes.aheadSince(key, cached);
        if (ahead.isPresent()) {
            // an object that the cache does not show may be deleted already: then no event would
            // ever show it
            boolean wait =
                    cached.isPresent()
                            && ahead.get().plus(settings.staleLimit()).isAfter(clock.instant());
            if (wait) {
                return new ControllerHost.View.NotYet(LOOK_AGAIN);
            }
        }
        if (cached.filter(Snapshot::heavy).isPresent() && !heavy.taken(key.namespace())) {
            return new ControllerHost.View.NotYet(HEAVY_LATER);
        }
        if (ahead.isPresent() || cached.filter(Snapshot::partial).isPresent()) {
            cached = cache.live(informer.get().kind(), key);
        }
        if (cached.isEmpty() && goingKinds.mayBe(informer.get().kind(), work)) {
            LOG.info(
                    "the kind {} is being removed from the cluster: its objects are not reconciled",
                    key.kind());
            return new ControllerHost.View.Dropped();
        }
        return cached.<ControllerHost.View>map(
                        seen -> new ControllerHost.View.Current(seen.object(), seen.uid()))
                .orElseGet(
                        () -> new ControllerHost.View.Current(Map.of(), controller.uidOfGone(key)));
    }

    /**
     * Whether every kind that a reconciliation may look up was listed once, or is known to fail.
     * The worker waits a little for that; otherwise thousands of keys would be put back and taken
     * out again.
     */
    private boolean awaitFirstLists() {
        for (int looks = 0; !(references.kept().settled() && informers.settled()); looks++) {
            if (looks == LOOKS || kinds.closed()) {
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
    public void ended(Controller controller, Reconciliation reconciliation, boolean last) {
        if (last) {
            references
                    .references()
                    .set(
                            new Dependant(controller.request().name(), reconciliation.key()),
                            Set.of());
            references
                    .references()
                    .set(new Dependant(Acting.NOBODY, reconciliation.key()), Set.of());
        }
    }

    @Override
    public boolean knows(
            Controller controller, ObjectKey key, ObjectKey needed, String resourceVersion) {
        return references
                .references()
                .knows(new Dependant(controller.request().name(), key), needed, resourceVersion);
    }

    @Override
    public void handedIn(ObjectKey key) {
        heavy.ends();
        settle(key);
    }

    /**
     * Forgets the writes of a key that the informers already show. Does nothing while a
     * reconciliation of the key runs, because that reconciliation may still have to recognise the
     * echoes of its writes.
     */
    private void settle(ObjectKey key) {
        if (informers.began(key).isEmpty() && informers.agree(key)) {
            writes.settled(key, cache.snapshot(key));
        }
    }

    @Override
    public void released(Controller controller) {
        kinds.released(controller);
    }
}
