package dev.dragoman.discovery.decision;

import dev.dragoman.capability.point.Before;
import dev.dragoman.kube.object.MetadataChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Steps of a DiscoveryService. */
public sealed interface DiscoveryStep extends dev.dragoman.capability.Step {
    /** Remove the predecessor's finalizer, which nobody else would remove. One write. */
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

    /** An object that others own, and the change of its metadata. */
    record Change(Map<String, Object> object, MetadataChange change) {}

    /**
     * Write on Namespaces that they are served.
     *
     * @param before the point at which teams' steps come before any change
     */
    record Mark(List<Change> namespaces, Optional<Before> before) implements DiscoveryStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }

    /**
     * Delete objects that cannot be changed, and that are made anew right after.
     *
     * @param before as of {@link Mark}
     */
    record Replace(List<Map<String, Object>> objects, Optional<Before> before)
            implements DiscoveryStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }

    /**
     * Remove from Namespaces what says that they are served.
     *
     * @param before as of {@link Mark}; empty where the DiscoveryService is being deleted
     */
    record Unmark(List<Change> namespaces, Optional<Before> before) implements DiscoveryStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }
}
