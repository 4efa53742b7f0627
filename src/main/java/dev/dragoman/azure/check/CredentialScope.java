package dev.dragoman.azure.check;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Names;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Which credential an object is sent with: the Secret that its annotation names, else the Secret of
 * its namespace, else the operator's own credential. If the annotation names a Secret that does not
 * exist, nothing is sent; no other credential is used. Pure.
 */
public sealed interface CredentialScope {
    /** Condition reason: the value of the annotation is not a valid name of a Secret. */
    String INVALID = "InvalidCredentialFrom";

    /** The operator's own credential. */
    record Global() implements CredentialScope {}

    /**
     * The credential in a Secret of the object's namespace.
     *
     * @param secret name of the Secret
     * @param why why the Secret was chosen, for messages
     */
    record Own(String secret, String why) implements CredentialScope {}

    /** No credential: nothing is sent. */
    record None(Problem problem) implements CredentialScope {}

    /**
     * Chooses the credential of an object.
     *
     * @param namespaceSecret whether the namespace has a Secret {@value
     *     AsoNames#NAMESPACE_CREDENTIAL}; evaluated only if the object has no annotation
     */
    static CredentialScope of(Map<String, Object> object, BooleanSupplier namespaceSecret) {
        var annotations = Fields.map(object, "metadata", "annotations");
        if (!annotations.containsKey(AsoNames.CREDENTIAL)) {
            return namespaceSecret.getAsBoolean()
                    ? new Own(
                            AsoNames.NAMESPACE_CREDENTIAL, "it is the credential of this namespace")
                    : new Global();
        }
        var named = String.valueOf(annotations.get(AsoNames.CREDENTIAL));
        return Names.isSubdomain(named)
                ? new Own(named, "annotation %s names it".formatted(AsoNames.CREDENTIAL))
                : new None(
                        Problem.error(
                                INVALID,
                                "annotation %s: '%s' is no name of a Secret of this namespace; correct it. Nothing is sent to Azure"
                                        .formatted(AsoNames.CREDENTIAL, Excerpt.value(named))));
    }
}
