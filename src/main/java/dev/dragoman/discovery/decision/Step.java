package dev.dragoman.discovery.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.capability.StepCall;
import dev.dragoman.kube.Fields;
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

    /** Write on Namespaces that they are served. */
    record Mark(List<Change> namespaces) implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }

    /** Delete what is made anew right after, as it cannot be changed. */
    record Replace(List<Map<String, Object>> objects) implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }

        @Override
        public Optional<Before> before() {
            return Optional.of(Before.change(paths(objects)));
        }
    }

    /**
     * Apply these, in their order.
     *
     * @param exists whether anything of the DiscoveryService is there already
     */
    record Apply(List<Map<String, Object>> objects, boolean exists) implements Step {
        @Override
        public Object body(StepCall<?> call) {
            return objects;
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof List<?>;
        }

        @Override
        public Optional<Before> before() {
            return Optional.of(exists ? Before.change(paths(objects)) : Before.create());
        }
    }

    /** Delete these, which are not wanted any more. */
    record Remove(List<Map<String, Object>> objects) implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }

    /** Take from Namespaces what says that they are served. */
    record Unmark(List<Change> namespaces) implements Step {
        @Override
        public boolean yields(Object result) {
            return result instanceof Integer;
        }
    }

    private static List<String> paths(List<Map<String, Object>> objects) {
        return objects.stream()
                .map(each -> each.get("kind") + "/" + Fields.metadata(each, "name"))
                .toList();
    }
}
