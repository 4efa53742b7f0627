package dev.dragoman.discovery.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.capability.object.Trouble.Over;
import dev.dragoman.capability.status.Condition.Severity;
import java.util.List;

/** Problems of a DiscoveryService, most of which keep it from being Ready. */
public final class DiscoveryTrouble {
    /** The spec is invalid: nothing is changed. */
    public static final String INVALID = "InvalidSpec";

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

    static Trouble rolling(String message) {
        return Trouble.of(Severity.INFO, ROLLING, message).over(Over.PASSING);
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
                "spec.sidecarWebhook is not used: this version has no webhook that injects sidecars, so pods get none");
    }
}
