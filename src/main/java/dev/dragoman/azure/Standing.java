package dev.dragoman.azure;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.kube.Fields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an object's own metadata and status say of its resource in Azure, and what of that may be
 * believed: an object that was copied, or annotated by hand, names a resource that is not its own.
 * Pure.
 *
 * @param claimed ARM id that this object stands for, or empty
 * @param sent whether Azure has, or had, the resource because of this object
 * @param uncertain whether a request to create it may have reached Azure and nobody knows
 */
record Standing(Optional<String> claimed, boolean sent, boolean uncertain) {
    /** Reasons that say nothing about what became of a request. */
    private static final Set<String> UNTOLD =
            Set.of(
                    Answer.UNREACHABLE,
                    Answer.THROTTLED,
                    Answer.AUTHENTICATION,
                    "UnknownError",
                    "Reconciling",
                    "CredentialNotFound",
                    "WaitingForOwner");

    static Standing of(Map<String, Object> object, AzureKind kind) {
        var noted = Fields.annotation(object, AsoNames.RESOURCE_ID);
        var shown = shown(object);
        var id = idOf(object);
        var uid = Fields.metadata(object, "uid");
        // a user can write annotations, and copies them; status comes from whoever reconciled it
        boolean own =
                uid.equals(Fields.annotation(object, AsoNames.CLAIMED_BY))
                        || shown.filter(noted::equalsIgnoreCase).isPresent();
        if (!own || !ofKind(id, kind)) {
            return new Standing(Optional.empty(), false, false);
        }
        var state = OwnState.of(object);
        boolean sent =
                shown.isPresent()
                        || state.acceptedHash().isPresent()
                        || state.operation().isPresent();
        return new Standing(Optional.of(id), sent, !sent && intended(object) && !told(object));
    }

    /**
     * The ARM id that an object names: that of the status, which no user writes, should somebody
     * have edited the annotation; empty when there is none yet.
     */
    static String idOf(Map<String, Object> object) {
        var noted = Fields.annotation(object, AsoNames.RESOURCE_ID);
        return shown(object).filter(id -> !id.equalsIgnoreCase(noted)).orElse(noted);
    }

    private static Optional<String> shown(Map<String, Object> object) {
        return Fields.map(object, "status").get("id") instanceof String id
                ? Optional.of(id)
                : Optional.empty();
    }

    /** Whether the id can be one of the kind's type. */
    private static boolean ofKind(String id, AzureKind kind) {
        if (!id.matches("/[^/]+(/[^/]+)*")) {
            return false;
        }
        if (kind.scope() == AzureKind.Scope.LOCATION) {
            return id.matches("(?i)/subscriptions/[^/]+/resourceGroups/[^/]+");
        }
        return new ResourceId(id).type().filter(kind.armType()::equalsIgnoreCase).isPresent();
    }

    /** The claim is written before the first request. */
    private static boolean intended(Map<String, Object> object) {
        return Fields.annotation(object, AsoNames.GENERATION).matches("[1-9]\\d{0,17}");
    }

    /** Whether a condition tells what Azure answered to that request. */
    private static boolean told(Map<String, Object> object) {
        var generation = Long.parseLong(Fields.annotation(object, AsoNames.GENERATION));
        return Fields.map(object, "status").get("conditions") instanceof List<?> conditions
                && conditions.stream()
                        .anyMatch(
                                each ->
                                        each instanceof Map<?, ?> condition
                                                && "Ready".equals(condition.get("type"))
                                                && condition.get("observedGeneration")
                                                        instanceof Number seen
                                                && seen.longValue() >= generation
                                                && !UNTOLD.contains(
                                                        String.valueOf(condition.get("reason"))));
    }
}
