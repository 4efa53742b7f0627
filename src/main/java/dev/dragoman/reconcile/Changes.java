package dev.dragoman.reconcile;

import dev.dragoman.reconcile.cache.KindStore;
import dev.dragoman.reconcile.cache.OwnWriteLedger;
import dev.dragoman.reconcile.cache.ReferenceIndex;
import dev.dragoman.reconcile.cache.Snapshot;
import dev.dragoman.reconcile.watch.ControllerInformers;
import dev.dragoman.reconcile.watch.KindInfo;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Turns events of informers into queued keys of the controllers. Thread-safe. */
public final class Changes {
    /**
     * Annotation by which a user asks for a reconciliation that compares the object with the
     * outside world. Each new value asks once.
     */
    public static final String RECONCILE_AT = "dragoman.dev/reconcile-at";

    private final ControllerInformers informers;
    private final OwnWriteLedger writes;
    private final ReferenceIndex references;

    Changes(ControllerInformers informers, OwnWriteLedger writes, ReferenceIndex references) {
        this.informers = informers;
        this.writes = writes;
        this.references = references;
    }

    /** Tests whether a resourceVersion of a key is the echo of a write of the subscription. */
    BiPredicate<ObjectKey, String> ownOf(String subscription) {
        return (key, version) -> writes.isOwn(key, version, subscription, () -> alone(key));
    }

    /**
     * Whether exactly one subscription reconciles the object. Asks for all controllers of the key,
     * since these may use different informers.
     */
    private boolean alone(ObjectKey key) {
        return informers.controllersOf(key).size() == 1;
    }

    /** The listener for the informer of a slot. */
    public KindStore.Listener of(ControllerInformers.Slot slot, KindInfo kind) {
        return (key, before, after) ->
                informers.find(slot).ifPresent(open -> changed(open, kind, key, before, after));
    }

    private void changed(
            ControllerInformers.Open open,
            KindInfo kind,
            ObjectKey key,
            Snapshot before,
            Snapshot after) {
        if (before == null && after == null) {
            references.changed(key);
        } else if (after == null) {
            open.controllers().forEach(controller -> controller.gone(key, before.uid()));
            references.changed(key);
        } else {
            boolean edited = before == null || after.editedSince(before, !kind.status());
            why(edited, key, before, after)
                    .ifPresent(cause -> enqueue(open, key, cause, before, after));
            if (edited || after.conditionsDiffer(before)) {
                references.changed(key);
            } else if (after.editedSince(before, true)) {
                references.changedStatus(key);
            }
        }
    }

    /** Why controllers reconcile the object; empty when the change does not concern them. */
    private Optional<Cause> why(boolean edited, ObjectKey key, Snapshot before, Snapshot after) {
        if (edited) {
            return Optional.of(Cause.EDITED);
        }
        // where only one subscription reconciles the object, no other client writes the status
        return !alone(key) && after.editedSince(before, true)
                ? Optional.of(Cause.STATUS)
                : Optional.empty();
    }

    private void enqueue(
            ControllerInformers.Open open,
            ObjectKey key,
            Cause cause,
            Snapshot before,
            Snapshot after) {
        boolean watching = open.informer().watching();
        for (var controller : open.controllers()) {
            controller.alive(key);
            if (before != null && after.hasOther(RECONCILE_AT, before)) {
                // before the edit is queued, whose reconciliation is then the woken one
                controller.wakeForUser(key);
            }
            if (!watching) {
                // a list shows the sum of several changes, of which only the last may be our own
                controller.queue().add(key, before == null ? Cause.OBSERVED : cause);
            } else if (!ownOf(controller.request().name()).test(key, after.version())) {
                // a new object counts as an edit: its author waits for the result
                controller.queue().addVersion(key, cause, after.version());
            }
        }
    }
}
