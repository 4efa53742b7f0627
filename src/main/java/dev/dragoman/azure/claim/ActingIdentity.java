package dev.dragoman.azure.claim;

import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.AzureProgress;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.kube.object.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The identity under which an object's requests are sent, as far as Azure can tell namespaces apart
 * by it. Pure.
 *
 * @param own client id of an identity that only the object's namespace can prove. Empty for an
 *     identity that several namespaces share, such as the operator's, and for one that other
 *     namespaces may be able to prove
 * @param named whether the namespace names the identity; false for the operator's identity. Anybody
 *     can name an identity, so a named identity counts only after Azure has answered a request
 *     under it
 */
public record ActingIdentity(Optional<UUID> own, boolean named) {
    /** The operator's identity, which several namespaces share. */
    public static final ActingIdentity SHARED = new ActingIdentity(Optional.empty(), false);

    /** An identity that the namespace names. */
    public static ActingIdentity named(Optional<UUID> own) {
        return new ActingIdentity(own, true);
    }

    /**
     * Whether Azure's access control keeps this identity from resources of the other identity: only
     * if both are known and differ.
     *
     * @param other client id of the other identity; empty if it is not known
     */
    boolean keptByAzure(Optional<UUID> other) {
        return own.isPresent() && other.isPresent() && !own.equals(other);
    }

    /**
     * Whether this is the identity that Azure last answered for the object; also true if the object
     * records no identity.
     */
    boolean made(Map<String, Object> object) {
        var recorded = RecordedResource.identity(object);
        return recorded.isEmpty() || recorded.equals(own);
    }

    /**
     * The fields that the status keeps besides {@link OwnState}: the identity that the object
     * belongs to from now on, whether the answer to a PUT was lost, and the last generation that
     * Azure has judged.
     *
     * @param object the object at the beginning of the reconciliation
     * @param done requests of this reconciliation, and their answers
     * @param open whether nothing keeps the object from being sent. If false, answers do not change
     *     the identity that the object belongs to. An answer to a deletion, or to a poll of an
     *     earlier operation, proves no right to the resource
     * @param sent whether it is known that Azure may have a resource because of the object
     */
    public Map<String, Object> remembered(
            Map<String, Object> object, AzureProgress done, boolean open, boolean sent) {
        // a resource is claimed after exactly these answers
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
        // if the status recorded an operation, that operation has ended without a resource
        boolean told =
                done.put().filter(ActingIdentity::tells).isPresent()
                        || OwnState.of(object).sent()
                        || keptBack(object, done);
        long judged = told ? Fields.generation(object) : RecordedResource.answered(object);
        if (judged > 0) {
            out.put(RecordedResource.ANSWERED, judged);
        }
        return out;
    }

    /**
     * Whether this reconciliation's claim announced a PUT that was certainly not sent, and no
     * earlier PUT is unanswered. This happens, for example, when the credential was changed
     * meanwhile.
     */
    private static boolean keptBack(Map<String, Object> object, AzureProgress done) {
        return done.claimed()
                && !RecordedResource.unanswered(object)
                && done.put().map(put -> put.status() == 0 && !put.lost()).orElse(true);
    }

    /**
     * Whether Azure has judged the PUT: not if it was held back or throttled, or answered with a
     * status of 500 or more.
     */
    private static boolean tells(Answer put) {
        return put.status() > 0 && put.status() < 500 && !put.throttled();
    }
}
