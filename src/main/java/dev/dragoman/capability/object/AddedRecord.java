package dev.dragoman.capability.object;

import dev.dragoman.capability.Context;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.Lookup;
import dev.dragoman.kube.failure.InvalidName;
import dev.dragoman.kube.failure.KindMissing;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes the record, on a reconciled object, of the objects that teams have added for it.
 * Without this record, the operator could not find added objects that no step adds any more.
 * Thread-safe.
 *
 * @param form stores the record on the reconciled object
 */
public record AddedRecord(StatusForm form, Lookup reader) {
    private static final Logger LOG = LoggerFactory.getLogger(AddedRecord.class);

    /**
     * A copy of {@code present} that also has the recorded objects which still exist, and those
     * which the operator may not read.
     */
    public Present read(Present present) {
        var found = new ArrayList<Map<String, Object>>();
        var unread = new ArrayList<AddedObjects.Named>();
        var owner = present.owner();
        for (var each : remembered(owner)) {
            if (!each.isAdded()) {
                continue;
            }
            try {
                reader.get(each.apiVersion(), each.key(Fields.metadata(owner, "namespace")))
                        .filter(there -> Fields.hasOwner(there, Fields.metadata(owner, "uid")))
                        .filter(present::labelled)
                        .ifPresent(found::add);
            } catch (InvalidName never) {
                LOG.debug("{} has an invalid name", each, never);
            } catch (KindMissing gone) {
                LOG.debug("{} is of a kind that is gone", each, gone);
            } catch (WriteRefused refused) {
                LOG.debug("{} cannot be read", each, refused);
                unread.add(each);
            }
        }
        return present.with(found, unread);
    }

    /**
     * Checks that added objects are of kinds that are served, and namespaced. A cluster-scoped
     * object cannot have a namespaced owner, so it would not be deleted with its owner.
     *
     * @throws UnfitWanted when an added object is cluster-scoped, or its kind is not served. The
     *     reconciled object shows this, because nothing else would report a missing CRD or a
     *     mistyped kind
     */
    public void check(List<Map<String, Object>> objects) {
        for (var each : objects) {
            var kind = String.valueOf(each.get("kind"));
            var apiVersion = String.valueOf(each.get("apiVersion"));
            if (!namespaced(apiVersion, kind)) {
                throw new UnfitWanted(
                        "added a %s, which is cluster-scoped, so it would not be deleted with its owner; nothing was applied"
                                .formatted(kind),
                        Point.OBJECTS);
            }
        }
    }

    private boolean namespaced(String apiVersion, String kind) {
        try {
            return reader.namespaced(apiVersion, kind);
        } catch (KindMissing missing) {
            throw UnfitWanted.forNow(
                    "added a %s of %s, which the API server does not serve; nothing is applied until its CustomResourceDefinition is installed"
                            .formatted(kind, apiVersion),
                    Point.OBJECTS);
        }
    }

    private Set<AddedObjects.Named> remembered(Map<String, Object> object) {
        return AddedObjects.remembered(form.marks(object));
    }

    /** The added objects to record now; empty when the record is up to date. */
    public Optional<Set<AddedObjects.Named>> differs(Context<?> context) {
        return context.making()
                .map(Making::remembered)
                .filter(now -> !now.equals(remembered(context.object())));
    }

    /**
     * As {@link #differs}, but empty when objects would be added to the record, or a verdict
     * forbids changes.
     */
    public Optional<Set<AddedObjects.Named>> less(Context<?> context) {
        return differs(context)
                .filter(now -> remembered(context.object()).containsAll(now))
                .filter(any -> context.results().verdict().isEmpty());
    }

    /**
     * Writes the record, in one write of the status.
     *
     * @return the object after the write
     */
    public Map<String, Object> remember(Map<String, Object> object, Set<AddedObjects.Named> added) {
        var marks = form.marks(object).withAdded(AddedObjects.texts(added));
        return form.write(object, Ending.quiet(Outcome.done()).remembering(marks)).object();
    }
}
