package dev.dragoman.agents;

import dev.dragoman.agents.decision.Facts;
import dev.dragoman.agents.decision.PoolFacts;
import dev.dragoman.agents.decision.Step;
import dev.dragoman.agents.pool.PoolClient;
import dev.dragoman.agents.pool.PoolRefused;
import dev.dragoman.capability.StepCall;
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

    /** Writes on pods whether they are busy; on how many. One that is gone needs it no more. */
    public int mark(StepCall<PoolFacts> call) {
        int marked = 0;
        for (var each : call.step(Step.Mark.class).pods()) {
            try {
                var _ = metadata.write(each.pod().object(), each.change());
                marked++;
            } catch (ObjectGone gone) {
                LOG.debug("a pod has ended meanwhile", gone);
            }
        }
        return marked;
    }

    /** Takes agents out of their pool; how many. What the pool keeps stays there, offline. */
    public int signOff(StepCall<Facts> call) {
        var step = call.step(Step.SignOff.class);
        int left = 0;
        for (var each : step.agents()) {
            try {
                pools.remove(step.target(), tokens.of(step.target()).orElse(""), each);
                left++;
            } catch (PoolRefused refused) {
                LOG.warn(
                        "{}/{}: agent {} stays in its pool: {}",
                        step.target().namespace(),
                        step.target().name(),
                        each.name(),
                        refused.getMessage());
            }
        }
        return left;
    }
}
