package dev.dragoman.namespaces.decision;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a request when its reconciliation begins.
 *
 * @param name of the ConfigMap, and of the namespace it asks for
 * @param uid of the ConfigMap
 * @param annotations of the ConfigMap; untrusted
 * @param boundTo uid of the namespace that was made for the ConfigMap: it was served. Untrusted: it
 *     may end the request, and gives it nothing
 * @param verdict what the rules say of the name
 * @param namespace the namespace of that name
 * @param lifetime what applies to a namespace that is made now
 * @param defaultPolicy policy of accounts that name none
 * @param now the time
 */
public record Facts(
        String name,
        String uid,
        Map<String, Object> annotations,
        Optional<String> boundTo,
        NameRules.Verdict verdict,
        Optional<Existing> namespace,
        Lifetime lifetime,
        TokenPolicy defaultPolicy,
        Instant now) {
    /**
     * A namespace as it is.
     *
     * @param uid its uid
     * @param terminating whether it is being deleted
     * @param vended whether it has the label that only we and administrators may set
     * @param requestUid which request it was made for, or given by an administrator; empty when
     *     none
     * @param noted whether it has been noted on it where that request is, and when it ends
     * @param tokenIssued whether its only token was published
     */
    public record Existing(
            String uid,
            boolean terminating,
            boolean vended,
            String requestUid,
            boolean noted,
            boolean tokenIssued) {}
}
