package dev.dragoman.agents;

import dev.dragoman.agents.decision.AgentNames;
import dev.dragoman.agents.decision.CdTarget;
import dev.dragoman.agents.decision.PoolAgent;
import dev.dragoman.agents.pool.PoolClient;
import dev.dragoman.agents.pool.PoolRefused;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.failure.WriteRefused;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes agents of a deleted CDTarget from their pool, if they have ended but are still
 * registered. If the pool does not answer or refuses, the deletion goes on. Thread-safe.
 */
record LeftAgents(PoolClient pools, AgentTokens tokens, Reader reader) {
    private static final Logger LOG = LoggerFactory.getLogger(LeftAgents.class);

    /**
     * The agents to remove; empty if the CDTarget is orphaned, the operator has no token, or the
     * pool does not answer or refuses.
     */
    List<PoolAgent> of(CdTarget target) {
        var token = tokens.of(target);
        if (target.orphaning() || token.isEmpty() || pools.refusal(target).isPresent()) {
            return List.of();
        }
        return unlessRefused(
                target,
                () -> {
                    var agents = pools.agents(target, token.get());
                    return agents.stream().anyMatch(each -> each.leftBy(target))
                            ? PoolAgent.leaving(agents, target, targets())
                            : List.of();
                },
                List.of());
    }

    private List<CdTarget> targets() {
        return reader.list(AgentNames.API_VERSION, AgentNames.KIND, "", "", CdTarget::new);
    }

    /**
     * Removes agents from the pool and returns how many; 0 if the pool refuses. Agents that are not
     * removed stay in the pool, offline.
     */
    int remove(CdTarget target, List<PoolAgent> agents) {
        return unlessRefused(
                target, () -> pools.remove(target, tokens.of(target).orElse(""), agents), 0);
    }

    private static <T> T unlessRefused(CdTarget target, Supplier<T> ask, T otherwise) {
        try {
            return ask.get();
        } catch (PoolRefused | WriteRefused refused) {
            LOG.warn(
                    "{}/{}: agents that have ended stay registered in their pool: {}",
                    target.namespace(),
                    target.name(),
                    refused.getMessage());
            return otherwise;
        }
    }
}
