package dev.dragoman.agents;

import dev.dragoman.agents.decision.Facts;
import dev.dragoman.agents.decision.PoolFacts;
import dev.dragoman.agents.decision.Step;
import dev.dragoman.agents.pool.PoolClient;
import dev.dragoman.agents.pool.PoolRefused;
import dev.dragoman.capability.StepCall;
import dev.dragoman.kube.KubeException;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.ObjectGone;
import dev.dragoman.kube.Remover;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Steps of CDTargets that no component has. Thread-safe. */
public final class AgentSteps {
    private static final Logger LOG = LoggerFactory.getLogger(AgentSteps.class);

    private final Remover remover;
    private final MetadataWriter metadata;
    private final PoolClient pools;
    private final AgentTokens tokens;

    AgentSteps(Remover remover, MetadataWriter metadata, PoolClient pools, AgentTokens tokens) {
        this.remover = remover;
        this.metadata = metadata;
        this.pools = pools;
        this.tokens = tokens;
    }

    /** Deletes what is not wanted any more; how many it were. */
    public int remove(StepCall<Facts> call) {
        var step = call.step(Step.Remove.class);
        for (var each : step.objects()) {
            if (step.leaving().isPresent()) {
                remover.deleteAfterOwned(each);
            } else {
                remover.delete(each);
            }
        }
        return step.objects().size();
    }

    /**
     * Writes on pods whether they are busy; on how many. One that cannot be written keeps no other
     * from it.
     *
     * @throws KubeException the last failure
     */
    public int mark(StepCall<PoolFacts> call) {
        int marked = 0;
        KubeException last = null;
        for (var each : call.step(Step.Mark.class).pods()) {
            try {
                var _ = metadata.write(each.pod().object(), each.change());
                marked++;
            } catch (ObjectGone gone) {
                LOG.debug("a pod has ended meanwhile", gone);
            } catch (KubeException failure) {
                last = failure;
            }
        }
        if (last != null) {
            throw last;
        }
        return marked;
    }

    /** Takes agents out of their pool; how many. What the pool keeps stays there, offline. */
    public int signOff(StepCall<Facts> call) {
        var step = call.step(Step.SignOff.class);
        var target = step.target();
        try {
            return pools.remove(target, tokens.of(target).orElse(""), step.agents());
        } catch (PoolRefused refused) {
            LOG.warn(
                    "{}/{}: agents that are gone stay in their pool: {}",
                    target.namespace(),
                    target.name(),
                    refused.getMessage());
            return 0;
        }
    }
}
