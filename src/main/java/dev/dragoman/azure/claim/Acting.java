package dev.dragoman.azure.claim;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.decision.Progress;
import dev.dragoman.kube.Fields;
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
 * @param named whether its namespace names it, so that it is nobody's before Azure has answered it;
 *     not the operator's
 */
public record Acting(Optional<UUID> own, boolean named) {
    /** Under the operator's, which other namespaces have too. */
    public static final Acting SHARED = new Acting(Optional.empty(), false);

    /** Under one that the namespace names. */
    public static Acting named(Optional<UUID> own) {
        return new Acting(own, true);
    }

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
     * from now on, whether the answer to a PUT was lost, and which generation Azure has judged.
     *
     * @param object as it was when the reconciliation began
     * @param done what Azure was asked, and what it has answered
     * @param open whether nothing kept the object from being sent. Else an answer says nothing of
     *     whose it is: a deletion, or the end of what was begun before, is nobody's consent
     * @param sent whether it is known that Azure may have something because of the object
     */
    public Map<String, Object> remembered(
            Map<String, Object> object, Progress done, boolean open, boolean sent) {
        // the same answers as those after which a resource is claimed
        boolean answered =
                open
                        && done.answers().values().stream()
                                .anyMatch(each -> each.ok() || each.notFound());
        var out = new LinkedHashMap<String, Object>();
        (answered ? own : RecordedResource.identity(object))
                .ifPresent(each -> out.put(RecordedResource.IDENTITY, each.toString()));
        if (sent) {
            return out;
        }
        if (done.put()
                .filter(put -> put.lost() || tells(put))
                .map(Answer::lost)
                .orElseGet(() -> RecordedResource.lost(object))) {
            out.put(RecordedResource.LOST, true);
        }
        // an operation that is there no more has ended, and nothing came of it
        boolean told =
                done.put().filter(Acting::tells).isPresent()
                        || OwnState.of(object).sent()
                        || keptBack(object, done);
        long judged = told ? Fields.generation(object) : RecordedResource.answered(object);
        if (judged > 0) {
            out.put(RecordedResource.ANSWERED, judged);
        }
        return out;
    }

    /**
     * Whether the intent to send was written now, no other was open before, and what it stands for
     * has surely not left: the credential was changed meanwhile, or the owner's state keeps it.
     */
    private static boolean keptBack(Map<String, Object> object, Progress done) {
        return done.claimed()
                && !RecordedResource.unanswered(object)
                && done.put().map(put -> put.status() == 0 && !put.lost()).orElse(true);
    }

    /** Whether Azure has judged a PUT. What was held back or throttled says nothing of the last. */
    private static boolean tells(Answer put) {
        return put.status() > 0 && put.status() < 500 && !put.throttled();
    }
}
