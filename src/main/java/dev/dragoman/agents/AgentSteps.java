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

/** Bean with the steps of CDTarget routes that no Camel component performs. Thread-safe. */
public final class AgentSteps {
    private static final Logger LOG = LoggerFactory.getLogger(AgentSteps.class);

    private final MetadataWriter metadata;
    private final LeftAgents left;

    AgentSteps(MetadataWriter metadata, LeftAgents left) {
        this.metadata = metadata;
        this.left = left;
    }

    /**
     * Marks pods as busy, or removes their marks. When the write of one pod fails, the other pods
     * are written nevertheless.
     *
     * @return how many pods were written, and the message of the first write that the API server
     *     refused
     * @throws KubeException the last temporary failure; not thrown when the API server refused a
     *     write
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
                LOG.debug("a pod was deleted before its mark was written", gone);
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
