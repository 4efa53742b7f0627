package dev.dragoman.azure;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Progress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Under which identity an object acts, as far as Azure can tell namespaces apart by it. Pure.
 *
 * @param own client id of an identity that the object's namespace proves by what it alone has.
 *     Empty where one identity serves several namespaces, as the operator's does, and where it is
 *     not sure whose it is
 */
record Acting(Optional<UUID> own) {
    /** Under one that other namespaces may have too. */
    static final Acting SHARED = new Acting(Optional.empty());

    /**
     * Whether Azure's own rights keep it from what another identity holds. Only where both are
     * known, and are not the same.
     *
     * @param other client id of the other identity; empty where it is not known
     */
    boolean keptByAzure(Optional<UUID> other) {
        return own.isPresent() && other.isPresent() && !own.equals(other);
    }

    /** Whether no other identity than this has been answered for the object, as far as is known. */
    boolean made(Map<String, Object> object) {
        var recorded = RecordedResource.identity(object);
        return recorded.isEmpty() || recorded.equals(own);
    }

    /**
     * What is remembered of it in the status, beside what decisions remember: whose the object is
     * from now on, and whether the answer to a PUT was lost.
     *
     * @param object as it was
     * @param done what Azure was asked, and what it has answered
     * @param open whether nothing kept the object from being sent. Else an answer says nothing of
     *     whose it is: a deletion, or the end of what was begun before, is nobody's consent
     * @param sent whether it is known that Azure may have something because of the object
     */
    Map<String, Object> remembered(
            Map<String, Object> object, Progress done, boolean open, boolean sent) {
        boolean answered =
                open && done.answers().values().stream().anyMatch(each -> each.ok() || each.gone());
        var out = new LinkedHashMap<String, Object>();
        (answered ? own : RecordedResource.identity(object))
                .ifPresent(each -> out.put(RecordedResource.IDENTITY, each.toString()));
        if (!sent && done.put().map(Answer::lost).orElseGet(() -> RecordedResource.lost(object))) {
            out.put(RecordedResource.LOST, true);
        }
        return out;
    }
}
