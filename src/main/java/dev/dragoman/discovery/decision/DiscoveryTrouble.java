package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.capability.object.Trouble.Over;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.kube.object.Fields;
import java.util.List;
import java.util.Map;

/** Problems of a DiscoveryService or an EnvoyDeployment, most of which keep it from being Ready. */
public final class DiscoveryTrouble {
    /** The spec is invalid: nothing is changed. */
    public static final String INVALID = "InvalidSpec";

    private static final String SERVICE = "DiscoveryServiceMissing";
    private static final String CONFIG = "EnvoyConfigMissing";
    private static final String SECRET = "SecretTaken";
    private static final String IMAGE = "ImageMissing";
    private static final String TAKEN = "NamespaceTaken";
    private static final String CONSENT = "NamespaceNotConsenting";
    private static final String MISSING = "NamespaceMissing";
    private static final String FAILING = "CertificatesFailing";
    private static final String PENDING = "CertificatesPending";
    private static final String ROLLING = "RollingOut";

    /** Reasons of Ready, the most important first. */
    public static final List<String> WORST_FIRST =
            List.of(
                    INVALID,
                    Trouble.NOT_OURS,
                    SERVICE,
                    CONFIG,
                    SECRET,
                    IMAGE,
                    TAKEN,
                    CONSENT,
                    MISSING,
                    FAILING,
                    PENDING,
                    ROLLING);

    private DiscoveryTrouble() {}

    static Trouble spec(String message) {
        return Trouble.of(Severity.ERROR, INVALID, message);
    }

    static Trouble foreign(List<String> names) {
        return Trouble.foreign(
                DiscoveryNames.KIND,
                names,
                "no pods are started or changed. Delete the named objects, or choose another name for the DiscoveryService");
    }

    static Trouble foreignIn(String namespace, List<String> names) {
        return Trouble.foreign(
                DiscoveryNames.KIND,
                List.of(
                        "spec.enabledNamespaces: %s in namespace %s"
                                .formatted(String.join(", ", names), namespace)),
                "the namespace is not served. Delete the named objects, or remove the namespace from spec.enabledNamespaces");
    }

    static Trouble foreignEnvoys(List<String> names) {
        return Trouble.foreign(
                EnvoyDeployment.KIND,
                names,
                "no pods are started or changed. Delete the named objects, or choose another name for the EnvoyDeployment");
    }

    static Trouble noService(EnvoyDeployment deployment) {
        return Trouble.of(
                Severity.WARNING,
                SERVICE,
                "spec.discoveryServiceRef: namespace %s has no DiscoveryService %s, and is served by none of that name; nothing is made or changed until there is one"
                        .formatted(deployment.namespace(), deployment.service()));
    }

    static Trouble noConfig(EnvoyDeployment deployment, String namespace) {
        return Trouble.of(
                Severity.WARNING,
                CONFIG,
                "spec.envoyConfigRef: there is no EnvoyConfig %s in namespace %s, where its DiscoveryService is; nothing is made or changed until there is one"
                        .formatted(deployment.config(), namespace));
    }

    static Trouble secret(String message) {
        return Trouble.of(Severity.WARNING, SECRET, message);
    }

    static Trouble image(String message) {
        return Trouble.of(Severity.WARNING, IMAGE, message);
    }

    static Trouble taken(String message) {
        return Trouble.of(Severity.WARNING, TAKEN, message);
    }

    static Trouble consent(String message) {
        return Trouble.of(Severity.WARNING, CONSENT, message);
    }

    static Trouble missing(String message) {
        return Trouble.of(Severity.WARNING, MISSING, message);
    }

    static Trouble certificate(String message) {
        return Trouble.of(Severity.WARNING, FAILING, message).over(Over.PASSING);
    }

    static Trouble pending(String message) {
        return Trouble.of(Severity.INFO, PENDING, message).over(Over.PASSING);
    }

    /** The pods of a Deployment are not yet as it wants them. */
    static Trouble rolling(String deployment) {
        return rollingOut(
                "waits until the pods of Deployment %s are renewed and available"
                        .formatted(deployment));
    }

    private static Trouble rollingOut(String message) {
        return Trouble.of(Severity.INFO, ROLLING, message).over(Over.PASSING);
    }

    /** A Deployment or certificate was changed, and its status is still that of before. */
    static Trouble changed(Map<String, Object> object) {
        var kind = String.valueOf(object.get("kind"));
        var message =
                "%s %s was changed a moment ago".formatted(kind, Fields.metadata(object, "name"));
        return kind.equals(DiscoveryNames.CERTIFICATE) ? pending(message) : rollingOut(message);
    }

    static Trouble waits(String message) {
        return Trouble.beside("RolledOut", "RolloutWaits", message);
    }

    static Trouble unused(String condition, String message) {
        return Trouble.beside(condition, "NotUsed", message);
    }

    static Trouble webhook() {
        return Trouble.beside(
                "SidecarWebhookServed",
                "NotServed",
                "spec.sidecarWebhook is not used: the webhook that injects sidecars is the operator's, and kubernetes/sidecars turns it on");
    }
}
