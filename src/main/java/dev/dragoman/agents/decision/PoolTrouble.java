package dev.dragoman.agents.decision;

import java.util.List;

/**
 * Why it is not known which agents of a pool are busy.
 *
 * @param reason reason of the condition, CamelCase
 * @param message what was asked, what was answered, and what to do; without secrets
 */
public record PoolTrouble(String reason, String message) {
    /** Reason when pods cannot be marked; it stays until a pod is marked again. */
    static final String MARKS = "MarksRefused";

    /** The address is not among those that the operator may ask. */
    static PoolTrouble host(String refusal) {
        return new PoolTrouble("HostNotAllowed", refusal);
    }

    /** Agents that share a name cannot be told apart. */
    static PoolTrouble shared(String name) {
        return new PoolTrouble(
                "AgentNameShared",
                "config.agentName gives all agents the name '%s', so nobody can tell which are busy; leave it out"
                        .formatted(name));
    }

    /** Variables in {@code env} say where agents register, instead of the fields of config. */
    static PoolTrouble elsewhere(List<String> variables) {
        return new PoolTrouble(
                "AgentNameShared",
                "env sets %s, so nobody can tell which agent runs in which pod; leave it out, and use config"
                        .formatted(String.join(", ", variables)));
    }

    /** The Secret has no token that the operator can read now. */
    public static PoolTrouble tokenMissing(String secret) {
        return new PoolTrouble(
                "TokenMissing",
                "Secret %s has no AZP_TOKEN that the operator may read, so it cannot ask which agents are busy"
                        .formatted(secret));
    }

    /** The operator has no right to read pods. */
    public static PoolTrouble pods(String refusal) {
        return new PoolTrouble(
                "PodsRefused",
                "%s; apply kubernetes/cdtargets of this version, which has the right"
                        .formatted(refusal));
    }

    /** The API server refuses to mark pods. */
    public static PoolTrouble marks(String refusal) {
        return new PoolTrouble(
                MARKS,
                "pods of agents cannot be marked: %s. If a right is missing, apply kubernetes/cdtargets of this version"
                        .formatted(refusal));
    }

    /** The spec names no token with which the operator could ask. */
    static PoolTrouble noToken() {
        return new PoolTrouble(
                "NoToken",
                "without tokenRef the operator cannot ask the pool which agents are busy");
    }
}
