package dev.dragoman.agents.decision;

import dev.dragoman.capability.Condition.Severity;

/**
 * Something that keeps a CDTarget from being as its spec says.
 *
 * @param severity how bad it is; with Info it is Ready all the same
 * @param reason of the condition Ready, CamelCase
 * @param former the reason that the predecessor's condition ReconcileSuccess has for it
 * @param message what is wrong, and what to do
 */
public record Trouble(Severity severity, String reason, String former, String message) {
    /** The Secret with the token cannot be used: no agents are started. */
    public static final String TOKEN = "TokenMissing";

    /** The operator has no right to a Secret. */
    public static final String UNREADABLE = "ReadRefused";

    /** Something of another has the name. */
    public static final String NOT_OURS = "NotOurs";

    static Trouble foreign(String message) {
        return new Trouble(Severity.WARNING, NOT_OURS, "OperatorResourceNotAvailable", message);
    }

    static Trouble token(String message) {
        return new Trouble(Severity.WARNING, TOKEN, "SecretNotAvailable", message);
    }

    static Trouble unreadable(String message) {
        return new Trouble(Severity.WARNING, UNREADABLE, "SecretNotAvailable", message);
    }

    static Trouble targets(String message) {
        return new Trouble(
                Severity.WARNING, "InvalidTargets", "OperandNetworkPolicyFailed", message);
    }

    static Trouble ports(String message) {
        return new Trouble(Severity.WARNING, "InvalidPorts", "ConfigMapNotAvailable", message);
    }

    static Trouble keda(String message) {
        return new Trouble(Severity.WARNING, "KedaMissing", "ScaledObjectNotAvailable", message);
    }

    static Trouble spec(String message) {
        return new Trouble(Severity.ERROR, "InvalidSpec", "OperandConfigMapFailed", message);
    }

    static Trouble secret(String message) {
        return new Trouble(Severity.WARNING, "SecretMissing", "SecretNotAvailable", message);
    }

    static Trouble legacy() {
        return new Trouble(
                Severity.INFO,
                "LegacyAllowAll",
                "OperatorSucceeded",
                "agents reach every address: the cluster's administrator has set DRAGOMAN_CDTARGETS_LEGACY_ALLOW_ALL");
    }

    /** Type of the condition that shows it beside Ready, where it does not keep it from that. */
    String condition() {
        return "LegacyAllowAll".equals(reason) ? "EgressClosed" : "RolledOut";
    }

    static Trouble waits(String message) {
        return new Trouble(Severity.INFO, "RolloutWaits", "OperatorSucceeded", message);
    }
}
