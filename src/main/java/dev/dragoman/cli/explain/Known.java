package dev.dragoman.cli.explain;

import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of one object: all that is kept of it. Immutable.
 *
 * @param resourceId id of its resource in Azure, as it shows it
 * @param proven whether its status shows that id; else an annotation, which its user may write
 * @param suspended whether its policy is {@code skip}
 * @param needs the objects that it needs
 * @param makes the Secrets and ConfigMaps that it writes for others
 */
record Known(
        ObjectKey key,
        Presence presence,
        Ready ready,
        Optional<String> resourceId,
        boolean proven,
        boolean suspended,
        List<Need> needs,
        List<ObjectKey> makes) {
    /** Whether the object could be read. */
    enum Presence {
        THERE,
        ABSENT,
        /** It could not be read, usually because whoever asks has no right to it. */
        HIDDEN,
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
            List<ObjectKey> makes) {
        var id = RecordedResource.noted(object);
        boolean skips = "skip".equals(Fields.annotation(object, AsoNames.POLICY));
        boolean proven = RecordedResource.shown(object).isPresent();
        return new Known(key, Presence.THERE, ready, id, proven, skips, needs, makes);
    }

    /** An object that could not be read. */
    static Known none(ObjectKey key, Presence presence) {
        return new Known(
                key,
                presence,
                Ready.of(presence),
                Optional.empty(),
                false,
                false,
                List.of(),
                List.of());
    }

    boolean isThere() {
        return presence == Presence.THERE;
    }
}
