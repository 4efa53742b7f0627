package dev.dragoman.discovery.decision;

import dev.dragoman.capability.Condition.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Something that keeps a DiscoveryService from being as its spec says.
 *
 * @param condition type of the condition that shows it: Ready, or another where it keeps it from
 *     nothing
 * @param severity how bad it is
 * @param reason of the condition, CamelCase
 * @param message what is wrong, and what to do
 */
public record Trouble(String condition, Severity severity, String reason, String message) {
    private static final String READY = "Ready";

    /** Something of another has the name. */
    public static final String NOT_OURS = "NotOurs";

    /** The spec cannot be used: nothing is changed. */
    public static final String INVALID = "InvalidSpec";

    /** What is waited for, and tells when it is over. */
    private static final Set<String> PASSING =
            Set.of("CertificatesFailing", "CertificatesPending", "RollingOut");

    /** Reasons in the order of their weight. */
    private static final List<String> ORDER =
            List.of(
                    INVALID,
                    NOT_OURS,
                    "SecretTaken",
                    "ImageMissing",
                    "NamespaceTaken",
                    "NamespaceNotConsenting",
                    "NamespaceMissing",
                    "CertificatesFailing",
                    "CertificatesPending",
                    "RollingOut");

    /** What is shown as the reason comes first. */
    static final Comparator<Trouble> WORST_FIRST =
            Comparator.comparing((Trouble each) -> each.harmless())
                    .thenComparingInt(each -> ORDER.indexOf(each.reason()));

    static Trouble spec(String message) {
        return new Trouble(READY, Severity.ERROR, INVALID, message);
    }

    static Trouble foreign(String message) {
        return new Trouble(READY, Severity.WARNING, NOT_OURS, message);
    }

    static Trouble secret(String message) {
        return new Trouble(READY, Severity.WARNING, "SecretTaken", message);
    }

    static Trouble image(String message) {
        return new Trouble(READY, Severity.WARNING, "ImageMissing", message);
    }

    static Trouble taken(String message) {
        return new Trouble(READY, Severity.WARNING, "NamespaceTaken", message);
    }

    static Trouble consent(String message) {
        return new Trouble(READY, Severity.WARNING, "NamespaceNotConsenting", message);
    }

    static Trouble missing(String message) {
        return new Trouble(READY, Severity.WARNING, "NamespaceMissing", message);
    }

    static Trouble certificate(String message) {
        return new Trouble(READY, Severity.WARNING, "CertificatesFailing", message);
    }

    static Trouble pending(String message) {
        return new Trouble(READY, Severity.INFO, "CertificatesPending", message);
    }

    static Trouble rolling(String message) {
        return new Trouble(READY, Severity.INFO, "RollingOut", message);
    }

    static Trouble waits(String message) {
        return new Trouble("RolledOut", Severity.INFO, "RolloutWaits", message);
    }

    static Trouble unused(String condition, String message) {
        return new Trouble(condition, Severity.INFO, "NotUsed", message);
    }

    static Trouble webhook() {
        return new Trouble(
                "SidecarWebhookServed",
                Severity.INFO,
                "NotServed",
                "spec.sidecarWebhook: the webhook that injects sidecars is not part of this version; nothing is made of it. Pods get no sidecars by it");
    }

    /** Whether it is shown beside Ready, and keeps it from nothing. */
    public boolean harmless() {
        return !READY.equals(condition);
    }

    /** Whether it is over by itself. */
    public boolean passing() {
        return PASSING.contains(reason);
    }
}
