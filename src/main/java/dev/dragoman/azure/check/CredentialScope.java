package dev.dragoman.azure.check;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Names;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Which credential an object is sent with: that of the Secret that its annotation names, else that
 * of its namespace, else the operator's own. If a named Secret does not exist, nothing is sent; the
 * next one is not used. Pure.
 */
sealed interface CredentialScope {
    /** Condition reason. */
    String INVALID = "InvalidCredentialFrom";

    /** The operator's own. */
    record Global() implements CredentialScope {}

    /**
     * That of a Secret of the object's namespace.
     *
     * @param secret its name
     * @param why why it was chosen, for messages
     */
    record Own(String secret, String why) implements CredentialScope {}

    /** None: nothing is sent. */
    record None(Problem problem) implements CredentialScope {}

    /**
     * @param namespaceSecret whether the namespace has a Secret {@value
     *     AsoNames#NAMESPACE_CREDENTIAL}; asked only where it matters
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
                                "annotation %s: %s is no name of a Secret of this namespace; correct it. Nothing is sent to Azure"
                                        .formatted(AsoNames.CREDENTIAL, Excerpt.value(named))));
    }
}
