package dev.dragoman.agents;

import dev.dragoman.agents.decision.AgentFacts;
import dev.dragoman.agents.decision.AgentStep;
import dev.dragoman.agents.decision.Marked;
import dev.dragoman.agents.decision.PoolFacts;
import dev.dragoman.capability.StepCall;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.failure.KubeException;
import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteRefused;
import dev.dragoman.kube.object.PlainText;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Steps of CDTargets that no Camel component does. Thread-safe. */
public final class AgentSteps {
    private static final Logger LOG = LoggerFactory.getLogger(AgentSteps.class);

    private final MetadataWriter metadata;
    private final LeftAgents left;

    AgentSteps(MetadataWriter metadata, LeftAgents left) {
        this.metadata = metadata;
        this.left = left;
    }

    /**
     * Writes on pods whether they are busy. A pod that cannot be written does not hold up the
     * others.
     *
     * @return how many pods were written, and the first refusal, which somebody has to fix
     * @throws KubeException the last temporary failure, where no pod was refused
     */
    public Marked mark(StepCall<PoolFacts> call) {
        int pods = 0;
        Optional<String> refused = Optional.empty();
        KubeException last = null;
        for (var each : call.step(AgentStep.Mark.class).pods()) {
            try {
                var _ = metadata.write(each.pod().object(), each.change());
                pods++;
            } catch (ObjectGone gone) {
                LOG.debug("a pod has ended meanwhile", gone);
            } catch (WriteRefused no) {
                refused = refused.or(() -> Optional.of(PlainText.oneLine(no.getMessage())));
            } catch (KubeException failure) {
                last = failure;
            }
        }
        if (last != null && refused.isEmpty()) {
            throw last;
        }
        return new Marked(pods, refused);
    }

    /** Removes agents from their pool, and returns how many it removed. */
    public int signOff(StepCall<AgentFacts> call) {
        var step = call.step(AgentStep.SignOff.class);
        return left.remove(step.target(), step.agents());
    }
}
