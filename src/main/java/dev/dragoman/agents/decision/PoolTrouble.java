package dev.dragoman.agents.decision;

import java.util.List;

/**
 * Why it is not known which agents of a pool are busy.
 *
 * @param reason reason of the condition, CamelCase
 * @param message what was asked, what was answered, and what to do; without secrets
 */
public record PoolTrouble(String reason, String message) {
    /** Reason when pods cannot be marked; the condition keeps it until a pod is marked. */
    static final String MARKS = "MarksRefused";

    /** The operator may not send requests to the host of the target's URL. */
    static PoolTrouble host(String refusal) {
        return new PoolTrouble("HostNotAllowed", refusal);
    }

    /** Agents that share a name cannot be told apart. */
    static PoolTrouble shared(String name) {
        return new PoolTrouble(
                "AgentNameShared",
                "config.agentName gives all agents the name '%s', so nobody can tell which agent is busy; remove config.agentName"
                        .formatted(name));
    }

    /**
     * Variables in {@code env} set where agents register; the fields of {@code config} must do so.
     */
    static PoolTrouble elsewhere(List<String> variables) {
        return new PoolTrouble(
                "AgentNameShared",
                "env sets %s, so nobody can tell which agent runs in which pod; remove the variables, and use the fields of config"
                        .formatted(String.join(", ", variables)));
    }

    /** The Secret has no token, or the operator cannot read it. */
    public static PoolTrouble tokenMissing(String secret) {
        return new PoolTrouble(
                "TokenMissing",
                "Secret %s has no AZP_TOKEN that the operator may read, so the operator cannot ask which agents are busy"
                        .formatted(secret));
    }

    /** The operator has no right to read pods. */
    public static PoolTrouble pods(String refusal) {
        return new PoolTrouble(
                "PodsRefused",
                "%s; apply kubernetes/cdtargets of the operator's version, which has the right"
                        .formatted(refusal));
    }

    /** The API server refuses to mark pods. */
    public static PoolTrouble marks(String refusal) {
        return new PoolTrouble(
                MARKS,
                "the operator cannot mark pods of agents as busy, or remove the marks: %s. If a right is missing, apply kubernetes/cdtargets of the operator's version"
                        .formatted(refusal));
    }

    /** The spec names no Secret with a token for requests to the pool. */
    static PoolTrouble noToken() {
        return new PoolTrouble(
                "NoToken",
                "without tokenRef the operator cannot ask the pool which agents are busy");
    }
}
