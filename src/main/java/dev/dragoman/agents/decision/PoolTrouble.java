package dev.dragoman.agents.decision;

/**
 * Why a pool does not tell which agents are busy.
 *
 * @param reason CamelCase
 * @param message what was asked, what came, what to do; without secrets
 */
public record PoolTrouble(String reason, String message) {
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

    /** The operator has no token to ask with. */
    static PoolTrouble noToken() {
        return new PoolTrouble(
                "NoToken",
                "without tokenRef the operator cannot ask the pool which agents are busy");
    }
}
