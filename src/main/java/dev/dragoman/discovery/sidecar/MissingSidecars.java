package dev.dragoman.discovery.sidecar;

import dev.dragoman.capability.Platform;
import dev.dragoman.discovery.decision.DiscoveryNames;
import dev.dragoman.discovery.decision.sidecar.Injection;
import dev.dragoman.kube.EventType;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of labelled pods that were made without a sidecar: by an Event each, and a metric. Lists
 * them whole, since their metadata does not show it. Not thread-safe.
 */
final class MissingSidecars {
    private static final Logger LOG = LoggerFactory.getLogger(MissingSidecars.class);
    private static final String LABEL = DiscoveryNames.STATUS + "=" + DiscoveryNames.ENABLED;
    private static final String NOTE =
            "the pod has no sidecar, as no webhook answered when it was made; delete it, so that it is made anew with one";

    private final Platform.Writers writers;
    private final String namespace;
    private volatile int number;

    /**
     * @param namespace namespace of the operator, for which the webhook is not called
     */
    MissingSidecars(Platform platform, String namespace) {
        this.writers = platform.writers();
        this.namespace = namespace;
        platform.meters().gauge("dragoman_sidecars_missing", this, each -> each.number);
    }

    /** Looks for such pods. */
    void look() {
        try {
            var reader = writers.reader();
            var pods = new ArrayList<>(reader.list("v1", "Pod", "", LABEL, this::ifMissing));
            pods.removeIf(Map::isEmpty);
            number = pods.size();
            pods.forEach(this::tell);
        } catch (RuntimeException failed) {
            LOG.warn("pods without a sidecar are not found: {}", failed.getMessage());
        }
    }

    /** Once an hour for each pod, as Events last no longer. */
    private void tell(Map<String, Object> pod) {
        writers.events().emit(pod, EventType.WARNING, "SidecarMissing", "InjectSidecar", NOTE);
    }

    private Map<String, Object> ifMissing(Map<String, Object> pod) {
        return Injection.isMissing(pod, namespace)
                ? Map.of("apiVersion", "v1", "kind", "Pod", "metadata", Fields.map(pod, "metadata"))
                : Map.of();
    }
}
