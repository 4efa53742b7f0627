package dev.dragoman.azure;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.capability.Condition.Severity;
import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import java.util.Map;
import java.util.Optional;

/**
 * Whether an object may be sent under the operator's own credential. One that asks for another, by
 * itself or by its namespace, must not be made in the operator's subscription instead. Pure.
 */
final class CredentialScope {
    /** Condition reason. */
    static final String NOT_SUPPORTED = "CredentialNotSupported";

    /** Condition reason while the watch of such Secrets shows nothing. */
    static final String UNKNOWN = "CredentialUnknown";

    private CredentialScope() {}

    /**
     * Why not, or empty.
     *
     * @param namespace the object's Namespace, empty when it is not known
     * @param namespaceSecret whether the namespace has a Secret {@value
     *     AsoNames#NAMESPACE_CREDENTIAL}; empty while that is not known
     */
    static Optional<Problem> problem(
            Map<String, Object> object,
            Optional<Map<String, Object>> namespace,
            Optional<Boolean> namespaceSecret) {
        var named = Fields.annotation(object, AsoNames.CREDENTIAL);
        boolean asks = !named.isEmpty() || namespaceSecret.orElse(true);
        if (accepted(namespace) || !asks) {
            return Optional.empty();
        }
        if (named.isEmpty() && namespaceSecret.isEmpty()) {
            return Optional.of(
                    new Problem(
                            UNKNOWN,
                            Severity.WARNING,
                            "whether the namespace has a Secret %s is not known: the operator needs the right to list and watch Secrets of that name (ClusterRole dragoman of kubernetes/base)"
                                    .formatted(AsoNames.NAMESPACE_CREDENTIAL),
                            Problem.Retry.SLOW,
                            Optional.empty()));
        }
        var what =
                named.isEmpty()
                        ? "the namespace has a Secret %s".formatted(AsoNames.NAMESPACE_CREDENTIAL)
                        : "annotation %s names Secret %s"
                                .formatted(AsoNames.CREDENTIAL, Excerpt.value(named));
        return Optional.of(
                Problem.error(
                        NOT_SUPPORTED,
                        "%s, but credentials of namespaces and objects are not supported; nothing is sent to Azure. Remove it, or let an administrator accept the operator's own credential: kubectl annotate namespace %s %s=true"
                                .formatted(
                                        what,
                                        Fields.metadata(object, "namespace"),
                                        AsoNames.ACCEPT_CREDENTIAL)));
    }

    private static boolean accepted(Optional<Map<String, Object>> namespace) {
        return namespace
                .filter(n -> "true".equals(Fields.annotation(n, AsoNames.ACCEPT_CREDENTIAL)))
                .isPresent();
    }
}
