package dev.dragoman.namespaces.decision;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The facts of a request when its reconciliation begins.
 *
 * @param name name of the ConfigMap, and of the namespace it asks for
 * @param uid uid of the ConfigMap
 * @param annotations annotations of the ConfigMap; untrusted
 * @param boundTo uid of the namespace that was made for the ConfigMap; empty if the request was not
 *     served yet. Untrusted: a forged value can only end the request
 * @param verdict how the rules judge the name
 * @param namespace the existing namespace of that name; empty if there is none
 * @param lifetime rules for the lifetime of a namespace that is made now
 * @param defaultPolicy policy of ServiceAccounts without the policy annotation
 * @param now the current time
 */
public record NamespaceFacts(
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
     * A namespace that exists.
     *
     * @param uid its uid
     * @param terminating whether it is being deleted
     * @param vended whether it has the label that only the operator and administrators may set
     * @param requestUid uid of the request for which it was made, or to which an administrator gave
     *     it; empty when there is none
     * @param noted whether it has the annotations for the requests namespace and the lifetime
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
