package dev.dragoman.azure.decision;

import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.capability.point.Before;
import dev.dragoman.capability.point.Point;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One step of a reconciliation: a request to Azure, a read or write of Kubernetes objects, or the
 * end.
 */
public sealed interface AzureStep extends dev.dragoman.capability.Step {
    /** Name of the step that creates or replaces the resource. */
    String PUT = "put";

    /** Name of the step that deletes the resource. */
    String DELETE = "delete";

    /** By default true for an answer of Azure, because most steps are requests to Azure. */
    @Override
    default boolean yields(Object result) {
        return result instanceof Answer;
    }

    /** By default false: a team's verdict does not prevent reads and polls. */
    @Override
    default boolean judged() {
        return false;
    }

    /**
     * Record on the object that it claims the resource, before anything is sent to Azure. One
     * write.
     *
     * @param before extension point that runs before this step, if a request is about to be sent
     */
    record Claim(Optional<Before> before) implements AzureStep {
        @Override
        public Optional<String> serves() {
            return before.map(any -> PUT);
        }

        @Override
        public boolean judged() {
            return true;
        }

        @Override
        public boolean yields(Object result) {
            return result == AzureProgress.Mark.CLAIMED;
        }
    }

    /** Read the resource. */
    record Get() implements AzureStep {}

    /**
     * Read the object from the API server. The cache may still show an object that was deleted
     * together with its resource. That resource must not be created again.
     *
     * @param before extension point that runs before this step, because a request is about to be
     *     sent
     */
    record Confirm(Optional<Before> before) implements AzureStep {
        @Override
        public Optional<String> serves() {
            return Optional.of(PUT);
        }

        @Override
        public boolean yields(Object result) {
            return result == AzureProgress.Mark.CONFIRMED;
        }
    }

    /**
     * A condition of a PUT. Azure refuses the PUT if the condition is not met.
     *
     * @param header {@code If-Match} or {@code If-None-Match}, and its value; empty for none
     */
    record Expected(Map<String, String> header) {
        static final Expected ANY = new Expected(Map.of());
        static final Expected ABSENT = new Expected(Map.of("If-None-Match", "*"));

        /** The state with that entity tag. */
        static Expected state(String tag) {
            return new Expected(Map.of("If-Match", tag));
        }
    }

    /**
     * Create or replace the resource.
     *
     * @param body body of the PUT
     * @param state state of the resource in which Azure takes the body
     * @param before extension point that runs before this step
     */
    record Put(Map<String, Object> body, Expected state, Optional<Before> before)
            implements AzureStep {
        @Override
        public boolean judged() {
            return true;
        }

        /** Leaves out the body, which may hold secrets. */
        @Override
        public String toString() {
            return "Put";
        }
    }

    /**
     * Read another resource, or a list, that the body or a check needs.
     *
     * @param path absolute path
     * @param filter OData filter; empty for none
     */
    record LookUp(String path, String apiVersion, String filter) implements AzureStep {
        @Override
        public String name() {
            return "look-up";
        }

        /** Key of the answer in {@link AzureProgress#lookUps}. */
        public String key() {
            return path + "?" + filter;
        }
    }

    /**
     * Send a POST without a body: one that must come before the DELETE, or one that purges a
     * deleted vault.
     *
     * @param path absolute path; also the key of the answer in {@link AzureProgress#lookUps}
     * @param before extension point that runs before this step
     */
    record Post(String path, String apiVersion, Optional<Before> before) implements AzureStep {
        @Override
        public Optional<String> serves() {
            return before.map(each -> each.point() == Point.BEFORE_DELETE ? DELETE : PUT);
        }

        @Override
        public boolean judged() {
            return true;
        }
    }

    /** Poll a long-running operation. */
    record Poll(OwnState.Operation operation) implements AzureStep {}

    /**
     * Delete the resource.
     *
     * @param query parameters besides the api-version
     * @param headers headers besides those that every request has
     * @param before extension point that runs before this step
     */
    record Delete(Map<String, String> query, Map<String, String> headers, Optional<Before> before)
            implements AzureStep {
        @Override
        public boolean judged() {
            return true;
        }
    }

    /**
     * Register a resource provider in the subscription, which Azure demands once for each
     * subscription.
     *
     * @param provider namespace of the provider
     * @param path absolute path of the request
     * @param before extension point that runs before this step, always that of a creation, because
     *     no resource of the type can exist yet
     */
    record Register(String provider, String path, String apiVersion, Optional<Before> before)
            implements AzureStep {
        @Override
        public boolean judged() {
            return true;
        }
    }

    /**
     * Send a request whose answer holds values to export.
     *
     * @param id ARM id of the resource to which the request is sent; empty for the object's own
     *     resource
     */
    record Call(ExportCall call, Optional<String> id) implements AzureStep {}

    /**
     * Poll for the result of a {@link Call} that Azure has not finished.
     *
     * @param url URL that Azure named; never logged
     */
    record Await(ExportCall call, String url) implements AzureStep {
        @Override
        public String toString() {
            return "Await[" + call + "]";
        }
    }

    /**
     * Write the Secrets and ConfigMaps that the object asks for.
     *
     * @param resource the resource as Azure shows it, with the values to export
     * @param open requests that have failed, so that their values are not known
     * @param exports the Secrets and ConfigMaps to write
     * @param kept keys whose present values stay, by kind and name of the Secret or ConfigMap
     */
    record Export(
            Map<String, Object> resource,
            Set<ExportCall> open,
            List<Map<String, Object>> exports,
            Map<String, Set<String>> kept)
            implements AzureStep {
        private static final String SECRET = "Secret";

        /** An export whose Secrets and ConfigMaps are not known yet. */
        Export(Map<String, Object> resource, Set<ExportCall> open) {
            this(resource, open, List.of(), Map.of());
        }

        @Override
        public Export exporting(List<Map<String, Object>> objects) {
            return exporting(objects, kept);
        }

        /** This export of these Secrets and ConfigMaps. */
        public Export exporting(List<Map<String, Object>> objects, Map<String, Set<String>> keys) {
            return new Export(resource, open, objects, keys);
        }

        @Override
        public boolean yields(Object result) {
            return result instanceof Optional<?> problem
                    && problem.filter(each -> !(each instanceof Problem)).isEmpty();
        }

        /** The Secrets among the exports, and one without data for each that lacks a value now. */
        List<Map<String, Object>> secrets() {
            var known = exports.stream().filter(each -> SECRET.equals(each.get("kind")));
            var open = kept.keySet().stream().filter(each -> each.startsWith(SECRET + " "));
            return Stream.concat(
                            known,
                            open.map(each -> each.substring(SECRET.length() + 1))
                                    .map(
                                            name ->
                                                    Map.<String, Object>of(
                                                            "metadata", Map.of("name", name))))
                    .toList();
        }

        /** Leaves out the resource, whose values may be secret. */
        @Override
        public String toString() {
            return "Export";
        }
    }

    /**
     * Write the entries of a Key Vault that the object asks for, and delete those that it does not
     * ask for any more.
     *
     * @param secrets Secrets with the values
     * @param partial whether some values are not known now: nothing is deleted then
     */
    record Store(List<Map<String, Object>> secrets, boolean partial) implements AzureStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof StoreResult;
        }

        /** Leaves out the Secrets, which hold values. */
        @Override
        public String toString() {
            return "Store";
        }
    }

    /** Delete the entries of Key Vaults that the object has. */
    record Withdraw() implements AzureStep {
        @Override
        public boolean yields(Object result) {
            return result instanceof StoreResult;
        }
    }

    /**
     * Remove our finalizer: nothing is left to do for the object in Azure.
     *
     * @param childrenStay whether the garbage collector must first be kept from deleting the
     *     object's children, because the object is removed with its CRD, and nobody deleted the
     *     object itself
     */
    record Release(boolean childrenStay) implements AzureStep {
        @Override
        public boolean yields(Object result) {
            return result == AzureProgress.Mark.RELEASED;
        }

        @Override
        public boolean releases() {
            return true;
        }
    }

    /**
     * End the reconciliation.
     *
     * @param condition the condition to show; empty leaves the condition unchanged
     * @param state the state to remember
     * @param resource the resource as Azure shows it, for the status; empty leaves the status of
     *     the resource unchanged
     * @param outcome when to reconcile again
     * @param notes Events to record
     */
    record Finish(
            Optional<ReadyCondition> condition,
            OwnState state,
            Optional<Map<String, Object>> resource,
            Outcome outcome,
            List<AzureEvent> notes)
            implements AzureStep, dev.dragoman.capability.Finish {
        /** This end, with the next reconciliation after the given time. */
        Finish again(Duration wait) {
            return new Finish(condition, state, resource, new Outcome.Pending(wait), notes);
        }
    }
}
