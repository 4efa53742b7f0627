package dev.dragoman.agents.decision;

import dev.dragoman.capability.Condition.Severity;
import java.util.Comparator;
import java.util.Set;

/**
 * Something that keeps a CDTarget from being as its spec says.
 *
 * @param condition type of the condition that shows it: Ready, or another where it keeps it from
 *     nothing
 * @param severity how bad it is
 * @param reason of the condition Ready, CamelCase
 * @param former the reason that the predecessor's condition ReconcileSuccess has for it
 * @param message what is wrong, and what to do
 */
public record Trouble(
        String condition, Severity severity, String reason, String former, String message) {
    private static final String READY = "Ready";

    /** The Secret with the token cannot be used: no agents are started. */
    public static final String TOKEN = "TokenMissing";

    /** The operator has no right to a Secret. */
    public static final String UNREADABLE = "ReadRefused";

    /** Kinds of KEDA are not served. */
    public static final String KEDA = "KedaMissing";

    /** Something of another has the name. */
    public static final String NOT_OURS = "NotOurs";

    /** KEDA may not ask with the identity that the spec names, or not there. */
    public static final String IDENTITY = "IdentityRefused";

    /** Without these no agents are started or changed. */
    private static final Set<String> STOPPING = Set.of(TOKEN, UNREADABLE, NOT_OURS, IDENTITY);

    /** What is shown as the reason comes first. */
    static final Comparator<Trouble> WORST_FIRST =
            Comparator.comparing(Trouble::severity, Comparator.reverseOrder())
                    .thenComparing(each -> !STOPPING.contains(each.reason()));

    static Trouble foreign(String message) {
        return new Trouble(
                READY, Severity.WARNING, NOT_OURS, "OperatorResourceNotAvailable", message);
    }

    static Trouble token(String message) {
        return new Trouble(READY, Severity.WARNING, TOKEN, "SecretNotAvailable", message);
    }

    static Trouble unreadable(String message) {
        return new Trouble(READY, Severity.WARNING, UNREADABLE, "SecretNotAvailable", message);
    }

    static Trouble targets(String message) {
        return new Trouble(
                READY, Severity.WARNING, "InvalidTargets", "OperandNetworkPolicyFailed", message);
    }

    static Trouble ports(String message) {
        return new Trouble(
                READY, Severity.WARNING, "InvalidPorts", "ConfigMapNotAvailable", message);
    }

    static Trouble keda(String message) {
        return new Trouble(READY, Severity.WARNING, KEDA, "ScaledObjectNotAvailable", message);
    }

    static Trouble spec(String message) {
        return new Trouble(READY, Severity.ERROR, "InvalidSpec", "OperandConfigMapFailed", message);
    }

    static Trouble identity(String message) {
        return new Trouble(READY, Severity.WARNING, IDENTITY, "ScaledObjectNotAvailable", message);
    }

    static Trouble secret(String message) {
        return new Trouble(READY, Severity.WARNING, "SecretMissing", "SecretNotAvailable", message);
    }

    static Trouble legacy() {
        return new Trouble(
                "EgressClosed",
                Severity.INFO,
                "LegacyAllowAll",
                "OperatorSucceeded",
                "agents reach every address: the cluster's administrator has set DRAGOMAN_CDTARGETS_LEGACY_ALLOW_ALL");
    }

    static Trouble unanswered(String message) {
        return new Trouble(
                "HostsResolved", Severity.INFO, "AnswersKept", "OperatorSucceeded", message);
    }

    static Trouble waits(String message) {
        return new Trouble(
                "RolledOut", Severity.INFO, "RolloutWaits", "OperatorSucceeded", message);
    }

    /** Whether it is shown beside Ready, and keeps it from nothing. */
    public boolean harmless() {
        return !READY.equals(condition);
    }
}
