package dev.dragoman.discovery.decision;

import dev.dragoman.capability.point.Before;
import dev.dragoman.kube.object.MetadataChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Steps of a DiscoveryService. */
public sealed interface DiscoveryStep extends dev.dragoman.capability.Step {
    @Override
    default boolean yields(Object result) {
        return result instanceof Integer;
    }

    /** Remove the predecessor's finalizer, which no other program would remove. One write. */
    record StripFinalizer() implements DiscoveryStep {
        @Override
        public boolean changes() {
            return false;
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof Map<?, ?>;
        }
    }

    /** An object that the operator does not own, and the change of its metadata. */
    record Change(Map<String, Object> object, MetadataChange change) {}

    /**
     * Mark Namespaces as served.
     *
     * @param before the point whose steps run before this step
     */
    record Mark(List<Change> namespaces, Optional<Before> before) implements DiscoveryStep {}

    /**
     * Delete objects that cannot be changed. The following apply creates them again.
     *
     * @param before as in {@link Mark}
     */
    record Replace(List<Map<String, Object>> objects, Optional<Before> before)
            implements DiscoveryStep {}

    /**
     * Remove the marks of Namespaces that are no longer served.
     *
     * @param before as in {@link Mark}; empty if the DiscoveryService is being deleted
     */
    record Unmark(List<Change> namespaces, Optional<Before> before) implements DiscoveryStep {}
}
