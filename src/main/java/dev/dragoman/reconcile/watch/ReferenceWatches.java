package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ReferenceIndex;
import dev.dragoman.reconcile.cache.Snapshot;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which objects need which other objects, and the watches of needed objects that no controller's
 * informer shows. Thread-safe.
 */
public final class ReferenceWatches implements ReferenceIndex.Watches, AutoCloseable {
    private final ControllerInformers informers;
    private final ReferenceIndex references = new ReferenceIndex(this);
    private final KeptWatches kept;
    private final NamedWatches named;

    public ReferenceWatches(
            ControllerInformers informers,
            KindCatalog catalog,
            InformerMaker maker,
            InstantSource clock) {
        this.informers = informers;
        this.kept = new KeptWatches(catalog, maker::ofKept, new KeptListener());
        this.named =
                new NamedWatches(
                        catalog,
                        maker::ofNeeded,
                        references::dependants,
                        new NamedListener(),
                        clock);
    }

    public ReferenceIndex references() {
        return references;
    }

    /** Watches that stay open, whether or not they are needed. */
    public KeptWatches kept() {
        return kept;
    }

    /** Watches of needed objects, open as long as a dependant needs them. */
    public NamedWatches named() {
        return named;
    }

    @Override
    public void needed(Dependant dependant, ObjectKey key, boolean yes) {
        if (!yes) {
            named.release(dependant, key);
        } else if (!key.name().isEmpty() && !seen(key)) {
            named.want(dependant, key);
        }
    }

    /** Whether an informer of a controller or a kept watch shows changes of the key. */
    boolean seen(ObjectKey key) {
        return informers.informer(key).isPresent() || kept.sees(key);
    }

    @Override
    public boolean changedDuringReconciliation(Dependant dependant, ObjectKey needed) {
        var began = informers.began(dependant);
        if (began.isEmpty()) {
            return false;
        }
        var changed =
                informers
                        .informer(needed)
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

    @Override
    public Optional<String> shown(Dependant dependant, ObjectKey needed) {
        return named.shown(dependant, needed);
    }

    private final class NamedListener implements NamedWatches.Told {
        @Override
        public void wake(Dependant dependant) {
            ReferenceWatches.this.wake(dependant);
        }

        @Override
        public void shown(Dependant dependant, ObjectKey needed, String version) {
            if (references.knows(dependant, needed, version)) {
                return;
            }
            informers
                    .controllersOf(dependant)
                    .forEach(
                            controller ->
                                    controller
                                            .queue()
                                            .addVersion(
                                                    dependant.key(),
                                                    Cause.REFERENCE,
                                                    needed,
                                                    version));
        }
    }

    private final class KeptListener implements KeptWatches.Listener {
        @Override
        public void changed(ObjectKey key) {
            // the controller's informer, where there is one, wakes the dependants of the key
            if (informers.informer(key).filter(KindInformer::synced).isEmpty()) {
                references.changed(key);
            }
        }

        @Override
        public void absent(Predicate<ObjectKey> which) {
            references.changedWhere(
                    which.and(
                            key -> informers.informer(key).filter(KindInformer::synced).isEmpty()));
        }
    }

    @Override
    public void close() {
        named.close();
        kept.close();
    }
}
