package dev.dragoman.agents.decision;

import java.util.List;

/**
 * Why a pool does not tell which agents are busy.
 *
 * @param reason CamelCase
 * @param message what was asked, what came, what to do; without secrets
 */
public record PoolTrouble(String reason, String message) {
    /** It stays until a pod was marked again. */
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

    /** Where agents sign on is said past the fields for it. */
    static PoolTrouble elsewhere(List<String> variables) {
        return new PoolTrouble(
                "AgentNameShared",
                "env sets %s, so nobody can tell which agents are which pods; leave it out, and use config"
                        .formatted(String.join(", ", variables)));
    }

    /** The token is not there, or not readable, for now. */
    public static PoolTrouble tokenMissing(String secret) {
        return new PoolTrouble(
                "TokenMissing",
                "Secret %s has no AZP_TOKEN that the operator may read, so it cannot ask which agents are busy"
                        .formatted(secret));
    }

    /** The operator may not read or mark pods. */
    public static PoolTrouble pods(String refusal) {
        return new PoolTrouble(
                "PodsRefused",
                "%s; apply kubernetes/cdtargets of this version, which has the right"
                        .formatted(refusal));
    }

    /** Pods cannot be marked. */
    public static PoolTrouble marks(String refusal) {
        return new PoolTrouble(
                MARKS,
                "pods of agents cannot be marked: %s. Where it is a right, kubernetes/cdtargets of this version has it"
                        .formatted(refusal));
    }

    /** The operator has no token to ask with. */
    static PoolTrouble noToken() {
        return new PoolTrouble(
                "NoToken",
                "without tokenRef the operator cannot ask the pool which agents are busy");
    }
}
