package dev.dragoman.cli.explain;

import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.composition.decision.MadeMarks;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of one object: all that is kept of it. Immutable.
 *
 * @param resourceId id of its resource in Azure, as it shows it
 * @param proven whether its status shows that id; else an annotation, which its user may write
 * @param suspended whether its policy is {@code skip}
 * @param needs the objects that it needs
 * @param makes the Secrets and ConfigMaps that it writes for others
 * @param ours whether this operator reconciles it
 * @param owners uids of its owners, and names of those that a composition made it for
 */
record Known(
        ObjectKey key,
        Presence presence,
        Ready ready,
        Optional<String> resourceId,
        boolean proven,
        boolean suspended,
        List<Need> needs,
        List<ObjectKey> makes,
        boolean ours,
        Set<String> owners) {
    /** Whether the object could be read. */
    enum Presence {
        THERE,
        ABSENT,
        /** Whoever asks has no right to it. */
        HIDDEN,
        /** The API server gave no answer that can be used. */
        FAILED,
        /** The API server does not serve the kind. */
        UNSERVED,
        /** It was not read, since too many others were. */
        SKIPPED
    }

    Known {
        needs = List.copyOf(needs);
        makes = List.copyOf(makes);
    }

    /** An object that was read. */
    static Known of(
            ObjectKey key,
            Ready ready,
            Map<String, Object> object,
            List<Need> needs,
            List<ObjectKey> makes,
            boolean ours) {
        var id = RecordedResource.noted(object);
        boolean skips = "skip".equals(Fields.annotation(object, AsoNames.POLICY));
        boolean proven = RecordedResource.shown(object).isPresent();
        var owners = MadeMarks.owners(object);
        return new Known(key, Presence.THERE, ready, id, proven, skips, needs, makes, ours, owners);
    }

    /** An object that could not be read. */
    static Known none(ObjectKey key, Presence presence) {
        var ready = Ready.of(presence);
        Optional<String> id = Optional.empty();
        return new Known(
                key, presence, ready, id, false, false, List.of(), List.of(), false, Set.of());
    }

    boolean isThere() {
        return presence == Presence.THERE;
    }
}
