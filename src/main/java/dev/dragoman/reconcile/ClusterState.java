package dev.dragoman.reconcile;

import dev.dragoman.reconcile.cache.Cache;
import dev.dragoman.reconcile.cache.HeavyTurn;
import dev.dragoman.reconcile.cache.Indexes;
import dev.dragoman.reconcile.cache.ObjectCache;
import dev.dragoman.reconcile.cache.OwnWriteLedger;
import dev.dragoman.reconcile.watch.ControllerInformers;
import dev.dragoman.reconcile.watch.CrdKinds;
import dev.dragoman.reconcile.watch.GoingKinds;
import dev.dragoman.reconcile.watch.InformerMaker;
import dev.dragoman.reconcile.watch.KindCatalog;
import dev.dragoman.reconcile.watch.KindInformer;
import dev.dragoman.reconcile.watch.KindInformers;
import dev.dragoman.reconcile.watch.ListClients;
import dev.dragoman.reconcile.watch.MetadataOnly;
import dev.dragoman.reconcile.watch.ReferenceWatches;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What this process knows of the cluster: informers by kind, references between objects, and the
 * view with which each reconciliation begins. Creates and connects these parts. Thread-safe.
 */
final class ClusterState implements AutoCloseable {
    private final ControllerInformers informers;
    private final Indexes indexes = new Indexes();
    private final ReferenceWatches references;
    private final Cache cache;
    private final Changes changes;
    private final KindInformers kinds;
    private final ReconciliationViews views;
    private final AtomicInteger restores;
    private int knownRestores;

    /**
     * @param controllers the current controllers; the engine changes this list
     */
    ClusterState(
            KubernetesClient client,
            EngineSettings settings,
            InstantSource clock,
            MeterRegistry registry,
            List<Controller> controllers) {
        var goingKinds = new GoingKinds(client, clock);
        var heavy = new HeavyTurn();
        var lists = ListClients.over(client);
        var metadata = MetadataOnly.over(client);
        var maker = new InformerMaker(lists, metadata, clock, settings.livenessPeriod(), registry);
        var catalog = new KindCatalog(client);
        this.informers = new ControllerInformers(controllers);
        this.references = new ReferenceWatches(informers, catalog, maker, clock);
        this.cache =
                new Cache(lists, metadata, clock, informers, references.kept(), indexes, heavy);
        this.changes = new Changes(informers, cache.writes(), references.references());
        this.kinds =
                new KindInformers(
                        clock,
                        maker,
                        controllers,
                        catalog,
                        name -> CrdKinds.read(client, name),
                        informers,
                        references,
                        indexes,
                        goingKinds,
                        cache.writes(),
                        changes);
        this.views =
                new ReconciliationViews(
                        settings, clock, informers, references, kinds, cache, goingKinds, heavy);
        this.restores = maker.restores();
    }

    /** {@link InformerMaker#restores}. */
    AtomicInteger restores() {
        return restores;
    }

    ObjectCache cache() {
        return cache;
    }

    Indexes indexes() {
        return indexes;
    }

    OwnWriteLedger writes() {
        return cache.writes();
    }

    ReferenceWatches references() {
        return references;
    }

    Changes changes() {
        return changes;
    }

    KindInformers kinds() {
        return kinds;
    }

    ReconciliationViews views() {
        return views;
    }

    /**
     * Replaces dead watches, and tries again to open watches that could not be opened. May block.
     */
    void check() {
        if (knownRestores != restores.get()) {
            knownRestores = restores.get();
            // their versions would make all that follows look old
            writes().forget(any -> true);
            references.references().forgetKnown();
        }
        kinds.check();
        for (var each : informers.all()) {
            each.check();
        }
        references.named().check();
        views.check();
    }

    @Override
    public void close() {
        // first, so that no informer is started any more
        kinds.close();
        references.close();
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

    /** The informers of all objects that controllers reconcile. */
    List<KindInformer> controllerInformers() {
        return informers.all();
    }

    List<EngineHealth.KindHealth> kindHealth() {
        var all = new ArrayList<>(informers.health());
        all.addAll(references.kept().health());
        all.add(EngineHealth.KindHealth.of(kinds.definitions(), ""));
        return List.copyOf(all);
    }
}
