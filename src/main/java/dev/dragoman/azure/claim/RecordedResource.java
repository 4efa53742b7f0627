package dev.dragoman.azure.claim;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.identity.AzureIdentity;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.Fields;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What an object's own metadata and status say of its resource in Azure, and what of that may be
 * believed: an object that was copied, or annotated by hand, names a resource that is not its own.
 * Pure.
 *
 * @param claimed ARM id of a claim that the operator wrote for this object, or empty
 * @param shown ARM id that the status shows, or empty
 * @param sent whether Azure has, or had, the resource because of this object
 * @param uncertain whether a request to create it may have reached Azure and nobody knows
 */
public record RecordedResource(
        Optional<String> claimed, Optional<String> shown, boolean sent, boolean uncertain) {
    /** Name of the engine's index by ARM id, over {@link #indexed}. */
    public static final String INDEX = "arm-id";

    /** Field beside what decisions remember: the identity that Azure has answered last. */
    static final String IDENTITY = "identity";

    /** Field beside it: a PUT of which the answer was lost, and no other was answered since. */
    static final String LOST = "lost";

    /** Field beside it: the last generation whose PUT Azure has judged, or has surely not got. */
    static final String ANSWERED = "answered";

    private static final Pattern GROUP =
            Pattern.compile("/subscriptions/[^/]+/resourceGroups/[^/]+", Pattern.CASE_INSENSITIVE);

    /** What may be believed of an object of that kind. */
    public static RecordedResource of(Map<String, Object> object, AzureKind kind, ClaimSeal seal) {
        var claimed = sealed(object, seal).filter(id -> ofKind(id, kind));
        boolean sent = hasBeenSent(object);
        return new RecordedResource(
                claimed, shown(object), sent, claimed.isPresent() && !sent && unanswered(object));
    }

    /** Whether Azure has, or had, a resource because of the object, by what its status shows. */
    static boolean hasBeenSent(Map<String, Object> object) {
        return shown(object).isPresent() || OwnState.of(object).sent();
    }

    /**
     * Whether a PUT may have been sent of which nobody knows what it came to: the claim names the
     * generation before it is sent, the status once it is known.
     */
    static boolean unanswered(Map<String, Object> object) {
        return lost(object) || intended(object) > answered(object);
    }

    /**
     * The ARM id of an object's resource for those that refer to it: that of a claim that the
     * operator wrote, or of the status, which no user writes; empty while there is neither. Of the
     * same id in two spellings the claim's: Azure shows some with other letters than it takes.
     */
    public static Optional<String> idOf(Map<String, Object> object, ClaimSeal seal) {
        return sealed(object, seal).or(() -> shown(object));
    }

    /** The ARM id that an object's status shows or its annotation names, whatever it is worth. */
    public static Optional<String> noted(Map<String, Object> object) {
        return shown(object)
                .or(() -> Optional.of(Fields.annotation(object, AsoNames.RESOURCE_ID)))
                .filter(id -> !id.isEmpty());
    }

    /**
     * The id under which an object is looked up by those that want the same one: unproven, and as
     * {@link ResourceId#key}, because ids do not distinguish case.
     */
    public static Optional<String> indexed(Map<String, Object> object) {
        return noted(object).map(ResourceId::key);
    }

    /** The id that Azure had for the object's resource, according to its status; or empty. */
    public static Optional<String> shown(Map<String, Object> object) {
        return Fields.map(object, "status").get("id") instanceof String id && !id.isEmpty()
                ? Optional.of(id)
                : Optional.empty();
    }

    /**
     * Client id of the identity that Azure has answered last for the object, where that was one of
     * its namespace's own; empty where it was the operator's. In the status, where no user writes.
     */
    public static Optional<UUID> identity(Map<String, Object> object) {
        return own(object).get(IDENTITY) instanceof String text
                ? AzureIdentity.id(text)
                : Optional.empty();
    }

    /** Whether Azure may have got a PUT of which nobody has read the answer. */
    static boolean lost(Map<String, Object> object) {
        return Boolean.TRUE.equals(own(object).get(LOST));
    }

    /** The last generation whose PUT Azure has judged, or has surely not got; 0 for none. */
    static long answered(Map<String, Object> object) {
        return own(object).get(ANSWERED) instanceof Number generation ? generation.longValue() : 0;
    }

    private static Map<String, Object> own(Map<String, Object> object) {
        return Fields.map(object, "status", OwnState.FIELD);
    }

    /** The id of a claim that the operator wrote for this object, where no status belies it. */
    private static Optional<String> sealed(Map<String, Object> object, ClaimSeal seal) {
        var shown = shown(object);
        return Optional.of(Fields.annotation(object, AsoNames.RESOURCE_ID))
                .filter(any -> seal.valid(object))
                .filter(id -> shown.isEmpty() || id.equalsIgnoreCase(shown.get()));
    }

    /** The id that the object names or has, whatever it is worth. */
    public Optional<String> known() {
        return claimed.or(() -> shown);
    }

    /** Whether the id can be one of the kind's type. */
    private static boolean ofKind(String id, AzureKind kind) {
        try {
            var written = ResourceId.written(id);
            return kind.scope() == AzureKind.Scope.LOCATION
                    ? GROUP.matcher(written.text()).matches()
                    : written.type().filter(kind.armType()::equalsIgnoreCase).isPresent();
        } catch (IllegalArgumentException noId) {
            return false;
        }
    }

    /** The generation for which a request was about to be sent: the claim is written before it. */
    private static long intended(Map<String, Object> object) {
        var generation = Fields.annotation(object, AsoNames.GENERATION);
        return generation.matches("[1-9]\\d{0,17}") ? Long.parseLong(generation) : 0;
    }
}
