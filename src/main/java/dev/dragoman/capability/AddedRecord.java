package dev.dragoman.capability;

import dev.dragoman.kube.Fields;
import dev.dragoman.kube.InvalidName;
import dev.dragoman.kube.KindMissing;
import dev.dragoman.kube.WriteRefused;
import dev.dragoman.reconcile.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is remembered on an object of those that teams have added for it: what nobody adds any more
 * is found by that alone. Thread-safe.
 */
final class AddedRecord {
    private static final Logger LOG = LoggerFactory.getLogger(AddedRecord.class);

    private final StatusForm form;
    private final Lookup reader;

    /**
     * @param form where it is remembered
     */
    AddedRecord(StatusForm form, Lookup reader) {
        this.form = form;
        this.reader = reader;
    }

    /** What is there, with what teams have added before. */
    Present read(Present present) {
        var found = new ArrayList<Map<String, Object>>();
        var unread = new ArrayList<AddedObjects.Named>();
        var owner = present.owner();
        for (var each : remembered(owner)) {
            try {
                reader.get(each.apiVersion(), each.key(Fields.metadata(owner, "namespace")))
                        .filter(there -> Fields.hasOwner(there, Fields.metadata(owner, "uid")))
                        .filter(present::labelled)
                        .ifPresent(found::add);
            } catch (InvalidName never) {
                LOG.debug("{} has the name of nothing", each, never);
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
     * Nothing would take away what is in no namespace when its owner goes.
     *
     * @throws UnfitWanted when something that a team adds is
     */
    void check(PointResult.Passed passed) {
        for (var each : (List<?>) passed.body()) {
            var kind = String.valueOf(((Map<?, ?>) each).get("kind"));
            var apiVersion = String.valueOf(((Map<?, ?>) each).get("apiVersion"));
            if (!reader.namespaced(apiVersion, kind)) {
                throw new UnfitWanted(
                        "added a %s, which is in no namespace, and would stay when the object goes; nothing was made of it"
                                .formatted(kind),
                        Point.OBJECTS);
            }
        }
    }

    private Set<AddedObjects.Named> remembered(Map<String, Object> object) {
        return AddedObjects.remembered(form.marks(object));
    }

    /** What is to be remembered now; empty where it is so already. */
    Optional<Set<AddedObjects.Named>> differs(Context<?> context) {
        return context.making()
                .map(Making::remembered)
                .filter(now -> !now.equals(remembered(context.object())));
    }

    /** The same where it is less than before, and nothing keeps it from being written. */
    Optional<Set<AddedObjects.Named>> less(Context<?> context) {
        return differs(context)
                .filter(now -> remembered(context.object()).containsAll(now))
                .filter(any -> context.results().verdict().isEmpty());
    }

    /**
     * Remembers it, in one write of the status, where no user writes.
     *
     * @return the object as it is then
     */
    Map<String, Object> remember(Map<String, Object> object, Set<AddedObjects.Named> added) {
        var marks = form.marks(object).withAdded(AddedObjects.texts(added));
        return form.write(object, Ending.quiet(Outcome.done()).remembering(marks)).object();
    }
}
