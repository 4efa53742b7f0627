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

/** Steps of DiscoveryServices that no Camel component does. Thread-safe. */
public final class DiscoverySteps {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoverySteps.class);

    private final Remover remover;
    private final MetadataWriter metadata;

    DiscoverySteps(Remover remover, MetadataWriter metadata) {
        this.remover = remover;
        this.metadata = metadata;
    }

    /** Removes the predecessor's finalizer, and returns the object as it is then. */
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

    /** Writes on Namespaces that they are served, and returns how many they are. */
    public int mark(StepCall<DiscoveryFacts> call) {
        return write(call.step(DiscoveryStep.Mark.class).namespaces());
    }

    /** Deletes objects that are made anew later, and returns how many. */
    public int replace(StepCall<DiscoveryFacts> call) {
        var objects = call.step(DiscoveryStep.Replace.class).objects();
        objects.forEach(remover::delete);
        return objects.size();
    }

    /** Removes from Namespaces what says that they are served, and returns how many they are. */
    public int unmark(StepCall<DiscoveryFacts> call) {
        return write(call.step(DiscoveryStep.Unmark.class).namespaces());
    }

    private int write(List<DiscoveryStep.Change> changes) {
        for (var each : changes) {
            try {
                var _ = metadata.write(each.object(), each.change());
            } catch (ObjectGone gone) {
                LOG.debug("a namespace is gone meanwhile", gone);
            }
        }
        return changes.size();
    }
}
