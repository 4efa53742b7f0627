package dev.dragoman.agents;

import dev.dragoman.agents.decision.Facts;
import dev.dragoman.agents.decision.Marked;
import dev.dragoman.agents.decision.PoolFacts;
import dev.dragoman.agents.decision.Step;
import dev.dragoman.capability.StepCall;
import dev.dragoman.kube.KubeException;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.ObjectGone;
import dev.dragoman.kube.PlainText;
import dev.dragoman.kube.WriteRefused;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Steps of CDTargets that no component has. Thread-safe. */
public final class AgentSteps {
    private static final Logger LOG = LoggerFactory.getLogger(AgentSteps.class);

    private final MetadataWriter metadata;
    private final LeftAgents left;

    AgentSteps(MetadataWriter metadata, LeftAgents left) {
        this.metadata = metadata;
        this.left = left;
    }

    /**
     * Writes on pods whether they are busy. One that cannot be written keeps no other from it.
     *
     * @return how many, and why not the others where that is for people to mend
     * @throws KubeException the last failure that passes by itself, where that is all
     */
    public Marked mark(StepCall<PoolFacts> call) {
        int pods = 0;
        Optional<String> refused = Optional.empty();
        KubeException last = null;
        for (var each : call.step(Step.Mark.class).pods()) {
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

    /** Takes agents out of their pool; how many. */
    public int signOff(StepCall<Facts> call) {
        var step = call.step(Step.SignOff.class);
        return left.remove(step.target(), step.agents());
    }
}
