package dev.dragoman.discovery;

import dev.dragoman.capability.StepCall;
import dev.dragoman.discovery.decision.DiscoveryFacts;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.DiscoveryStep;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Remover;
import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.object.MetadataChange;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Bean with the steps of DiscoveryService routes that no Camel component performs. Thread-safe. */
public final class DiscoverySteps {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoverySteps.class);

    private final Remover remover;
    private final MetadataWriter metadata;

    DiscoverySteps(Remover remover, MetadataWriter metadata) {
        this.remover = remover;
        this.metadata = metadata;
    }

    /** Removes the predecessor's finalizer, and returns the object without it. */
    public Map<String, Object> stripFinalizer(StepCall<DiscoveryFacts> call) {
        var _ = call.step(DiscoveryStep.StripFinalizer.class);
        try {
            call.context()
                    .object(
                            metadata.write(
                                    call.object(),
                                    MetadataChange.removeFinalizer(
                                            DiscoveryNames.FORMER_FINALIZER)));
        } catch (ObjectGone gone) {
            LOG.debug("the DiscoveryService was gone before its finalizer was removed", gone);
        }
        return call.object();
    }

    /** Marks Namespaces as served, and returns how many Namespaces the step has. */
    public int mark(StepCall<DiscoveryFacts> call) {
        return write(call.step(DiscoveryStep.Mark.class).namespaces());
    }

    /** Deletes objects, which the line {@code apply} creates again, and returns how many. */
    public int replace(StepCall<DiscoveryFacts> call) {
        var objects = call.step(DiscoveryStep.Replace.class).objects();
        objects.forEach(remover::delete);
        return objects.size();
    }

    /**
     * Removes the marks of Namespaces that are no longer served, and returns how many Namespaces
     * the step has.
     */
    public int unmark(StepCall<DiscoveryFacts> call) {
        return write(call.step(DiscoveryStep.Unmark.class).namespaces());
    }

    private int write(List<DiscoveryStep.Change> changes) {
        for (var each : changes) {
            try {
                var _ = metadata.write(each.object(), each.change());
            } catch (ObjectGone gone) {
                LOG.debug("a namespace was deleted before its marks were written", gone);
            }
        }
        return changes.size();
    }
}
