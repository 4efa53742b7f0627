package dev.dragoman.azure.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.ExportValue;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The objects to write for a list of requests, or why they cannot be written.
 *
 * @param objects Secrets and ConfigMaps, one per destination; empty when there is a problem
 * @param problem a value that Azure did not give, or two values for one key
 */
public record ExportPlan(List<Map<String, Object>> objects, Optional<Problem> problem) {
    private static final String FAILED = "FailedWritingAdditionalKubernetesObjects";

    /**
     * @param namespace namespace of the object that asks
     * @param resource ARM GET body
     * @param calls bodies of the answers to the requests that the exports need
     */
    public static ExportPlan of(
            List<ExportRequest> requests,
            String namespace,
            Map<String, Object> resource,
            Map<ExportCall, Map<String, Object>> calls) {
        var byDestination = new LinkedHashMap<String, Map<String, Object>>();
        var missing = new ArrayList<String>();
        for (var request : requests) {
            var value = value(request, resource, calls);
            var field =
                    "operatorSpec.%s.%s"
                            .formatted(request.export().target(), request.export().key());
            if (value.isEmpty()) {
                missing.add(field);
                continue;
            }
            var object =
                    byDestination.computeIfAbsent(
                            request.kind() + "/" + request.name(),
                            k -> destination(request, namespace));
            if (!put(object, request, value.get())) {
                return failed(
                        "%s writes to key %s of %s %s, and so does another field; give them different keys"
                                .formatted(field, request.key(), request.kind(), request.name()));
            }
        }
        return missing.isEmpty()
                ? new ExportPlan(List.copyOf(byDestination.values()), Optional.empty())
                : failed(
                        "Azure gave no value for %s; remove the field if this resource has none"
                                .formatted(String.join(", ", missing)));
    }

    private static ExportPlan failed(String message) {
        return new ExportPlan(List.of(), Optional.of(Problem.error(FAILED, message)));
    }

    /** The problem of a destination that is somebody else's. */
    public static Problem foreign(Map<String, Object> object, String owner) {
        return Problem.error(
                FAILED,
                "%s %s is not owned by this object (%s), so it is not overwritten; delete it or export to another name"
                        .formatted(object.get("kind"), name(object), owner));
    }

    private static Object name(Map<String, Object> object) {
        return object.get("metadata") instanceof Map<?, ?> m ? m.get("name") : "";
    }

    private static Map<String, Object> destination(ExportRequest request, String namespace) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", request.name());
        metadata.put("namespace", namespace);
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", "v1");
        object.put("kind", request.kind());
        object.put("metadata", metadata);
        if ("Secret".equals(request.kind())) {
            object.put("type", "Opaque");
        }
        object.put("data", new LinkedHashMap<String, Object>());
        return object;
    }

    @SuppressWarnings("unchecked")
    private static boolean put(Map<String, Object> object, ExportRequest request, String value) {
        var metadata = (Map<String, Object>) object.get("metadata");
        merge(metadata, "labels", request.labels());
        merge(metadata, "annotations", request.annotations());
        var data = (Map<String, Object>) object.get("data");
        var stored =
                "Secret".equals(request.kind())
                        ? Base64.getEncoder().encodeToString(value.getBytes(UTF_8))
                        : value;
        return data.putIfAbsent(request.key(), stored) == null;
    }

    @SuppressWarnings("unchecked")
    private static void merge(
            Map<String, Object> metadata, String field, Map<String, String> more) {
        if (!more.isEmpty()) {
            ((Map<String, Object>)
                            metadata.computeIfAbsent(
                                    field, f -> new LinkedHashMap<String, Object>()))
                    .putAll(more);
        }
    }

    private static Optional<String> value(
            ExportRequest request,
            Map<String, Object> resource,
            Map<ExportCall, Map<String, Object>> calls) {
        var action = request.export().action();
        if (action.isEmpty()) {
            return request.export().statusPath().flatMap(path -> ExportValue.at(resource, path));
        }
        var answer = calls.getOrDefault(action.get().call(), Map.of());
        var value = ExportValue.at(answer, action.get().value());
        return action.get().base64() ? value.flatMap(ExportValue::decoded) : value;
    }
}
