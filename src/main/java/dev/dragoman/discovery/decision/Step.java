package dev.dragoman.discovery.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.capability.StepCall;
import dev.dragoman.kube.MetadataChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is done for a DiscoveryService. */
public sealed interface Step extends dev.dragoman.capability.Step {
    /** Take the predecessor's finalizer away, which nobody else would. One write. */
    record StripFinalizer() implements Step {
        @Override
        public boolean changes() {
            return false;
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof Map<?, ?>;
        }
    }

    /** An object that is another's, and what is to be written on it. */
    record Change(Map<String, Object> object, MetadataChange change) {}

    /**
     * Write on Namespaces that they are served.
     *
     * @param before the point that comes before all that is changed
     */
    record Mark(List<Change> namespaces, Optional<Before> before) implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }

    /**
     * Delete what is made anew right after, as it cannot be changed.
     *
     * @param before as of {@link Mark}
     */
    record Replace(List<Map<String, Object>> objects, Optional<Before> before) implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }

    /**
     * Apply these, in their order.
     *
     * @param before as of {@link Mark}
     */
    record Apply(List<Map<String, Object>> objects, Optional<Before> before) implements Step {
        @Override
        public Object body(StepCall<?> call) {
            return objects;
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof List<?>;
        }
    }

    /**
     * Delete these, which are not wanted any more.
     *
     * @param before as of {@link Mark}; empty where the DiscoveryService goes too
     */
    record Remove(List<Map<String, Object>> objects, Optional<Before> before) implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }

    /**
     * Take from Namespaces what says that they are served.
     *
     * @param before as of {@link Remove}
     */
    record Unmark(List<Change> namespaces, Optional<Before> before) implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }
}
