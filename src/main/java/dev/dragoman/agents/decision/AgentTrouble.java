package dev.dragoman.agents.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.capability.object.Trouble.Over;
import dev.dragoman.capability.status.Condition.Severity;
import java.util.List;

/** Problems of a CDTarget, most of which keep it from being Ready. */
public final class AgentTrouble {
    /** The Secret with the token cannot be used: no agents are started. */
    public static final String TOKEN = "TokenMissing";

    /** The operator has no right to a Secret. */
    public static final String UNREADABLE = "ReadRefused";

    /** Kinds of KEDA are not served. */
    public static final String KEDA = "KedaMissing";

    /**
     * KEDA may not use the identity that the spec names, or may not send its token to the address
     * in the spec.
     */
    public static final String IDENTITY = "IdentityRefused";

    private static final String SPEC = "InvalidSpec";
    private static final String TARGETS = "InvalidTargets";
    private static final String PORTS = "InvalidPorts";
    private static final String SECRET = "SecretMissing";

    /** The reasons that are shown first. With any of them, no agents are started or changed. */
    public static final List<String> WORST_FIRST =
            List.of(Trouble.NOT_OURS, TOKEN, UNREADABLE, IDENTITY);

    private AgentTrouble() {}

    /** Reason that the predecessor's condition ReconcileSuccess has for the problem. */
    static String former(Trouble trouble) {
        return switch (trouble.reason()) {
            case Trouble.NOT_OURS -> "OperatorResourceNotAvailable";
            case TOKEN, UNREADABLE, SECRET -> "SecretNotAvailable";
            case TARGETS -> "OperandNetworkPolicyFailed";
            case PORTS -> "ConfigMapNotAvailable";
            case SPEC -> "OperandConfigMapFailed";
            case KEDA, IDENTITY -> "ScaledObjectNotAvailable";
            default -> "OperatorSucceeded";
        };
    }

    static Trouble foreign(List<String> names) {
        return Trouble.foreign(
                AgentNames.KIND,
                names,
                "no agents are started or changed%s. Delete the named objects, or choose another name for the CDTarget"
                        .formatted(
                                names.stream().anyMatch(AgentTrouble::isPolicy)
                                        ? ". Agents that run may reach every address"
                                        : ""));
    }

    /** Whether the text, kind and name of an object, names a NetworkPolicy. */
    static boolean isPolicy(String name) {
        return name.startsWith("NetworkPolicy ");
    }

    static Trouble token(String message) {
        return Trouble.of(Severity.WARNING, TOKEN, message);
    }

    static Trouble unreadable(String message) {
        return Trouble.of(Severity.WARNING, UNREADABLE, message).over(Over.UNSEEN);
    }

    static Trouble targets(String message) {
        return Trouble.of(Severity.WARNING, TARGETS, message);
    }

    public static Trouble ports(String message) {
        return Trouble.of(Severity.WARNING, PORTS, message);
    }

    /**
     * The operator looks for KEDA again: the API server serves a kind only some time after its CRD
     * is created.
     */
    static Trouble keda(String message) {
        return Trouble.of(Severity.WARNING, KEDA, message).over(Over.UNSEEN);
    }

    static Trouble spec(String message) {
        return Trouble.of(Severity.ERROR, SPEC, message);
    }

    static Trouble identity(String message) {
        return Trouble.of(Severity.WARNING, IDENTITY, message);
    }

    static Trouble secret(String message) {
        return Trouble.of(Severity.WARNING, SECRET, message);
    }

    static Trouble legacy() {
        return Trouble.beside(
                "EgressClosed",
                "LegacyAllowAll",
                "agents reach every address: the cluster's administrator has set DRAGOMAN_CDTARGETS_LEGACY_ALLOW_ALL");
    }

    static Trouble unanswered(String message) {
        return Trouble.beside("HostsResolved", "AnswersKept", message);
    }

    static Trouble waits(String message) {
        return Trouble.beside("RolledOut", "RolloutWaits", message);
    }
}
