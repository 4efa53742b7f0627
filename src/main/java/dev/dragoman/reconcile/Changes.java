package dev.dragoman.reconcile;

import java.util.Optional;
import java.util.function.BiPredicate;

/** Turns what informers show into keys of the controllers that they tell. Thread-safe. */
final class Changes {
    private final ControllerInformers informers;
    private final OwnWriteLedger writes;
    private final ReferenceIndex references;

    Changes(ControllerInformers informers, OwnWriteLedger writes, ReferenceIndex references) {
        this.informers = informers;
        this.writes = writes;
        this.references = references;
    }

    /** Whether a resourceVersion of a key is the echo of a write of the subscription. */
    BiPredicate<ObjectKey, String> ownOf(String subscription) {
        return (key, version) -> writes.isOwn(key, version, subscription, () -> alone(key));
    }

    /**
     * Whether one subscription reconciles the object, and no other; not all need have one watch.
     */
    private boolean alone(ObjectKey key) {
        return informers.controllersOf(key).size() == 1;
    }

    /** What the informer of the slot tells. */
    KindStore.Listener of(ControllerInformers.Slot slot, KindInfo kind) {
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
            }
        }
    }

    /** Why controllers reconcile the object; empty when the change does not concern them. */
    private Optional<Cause> why(boolean edited, ObjectKey key, Snapshot before, Snapshot after) {
        if (edited) {
            return Optional.of(Cause.EDITED);
        }
        // where one subscription reconciles the object, the status is what that one writes
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
            if (!watching) {
                // a list shows the sum of several changes, of which ours may be only the last
                controller.queue().add(key, before == null ? Cause.OBSERVED : cause);
            } else if (!ownOf(controller.request().name()).test(key, after.version())) {
                // a new object is somebody's act, and that somebody waits
                controller.queue().addVersion(key, cause, after.version());
            }
        }
    }
}
