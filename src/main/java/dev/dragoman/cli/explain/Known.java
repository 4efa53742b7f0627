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
 * @param deleted when its deletion was asked for; empty while nobody did
 * @param buts other conditions that say that something is wrong, as text
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
        String deleted,
        List<String> buts,
        Set<String> owners) {
    /** Whether the object could be read. */
    enum Presence {
        THERE("", "", ""),
        ABSENT("Missing", "it does not exist", "Look at the name, and at -n NAMESPACE"),
        HIDDEN("Hidden", "you have no right to read it", "Ask for the right to get and list it"),
        FAILED("Unread", "the API server failed to read it", "Try again"),
        UNSERVED("KindMissing", "the API server serves no such kind", "Install its definition"),
        SKIPPED(
                "Skipped",
                "it was not read, since too many others were",
                "Explain this object by itself");

        private final String reason;
        private final String message;
        private final String next;

        Presence(String reason, String message, String next) {
            this.reason = reason;
            this.message = message;
            this.next = next;
        }

        String reason() {
            return reason;
        }

        String message() {
            return message;
        }

        /** What whoever asks does about it. */
        String next() {
            return next;
        }
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
        return new Known(
                key,
                Presence.THERE,
                ready,
                id,
                proven,
                skips,
                needs,
                makes,
                ours,
                Fields.metadata(object, "deletionTimestamp"),
                Ready.buts(object),
                owners);
    }

    /** An object that could not be read. */
    static Known none(ObjectKey key, Presence presence) {
        var ready = new Ready(false, presence.reason(), presence.message(), "", "");
        Optional<String> id = Optional.empty();
        return new Known(
                key, presence, ready, id, false, false, List.of(), List.of(), false, "", List.of(),
                Set.of());
    }

    boolean isThere() {
        return presence == Presence.THERE;
    }
}
