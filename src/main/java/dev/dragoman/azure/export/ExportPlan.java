package dev.dragoman.azure.export;

import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.SecretValues;
import dev.dragoman.expression.Variable;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Secrets and ConfigMaps to write for a list of requests, or why they cannot be written.
 *
 * @param objects Secrets and ConfigMaps, one per destination; empty when there is a problem
 * @param kept keys whose present values stay, by kind and name of the object
 * @param problem why the objects cannot be written, or empty. For example Azure did not give a
 *     value, there are two values for one key, or an expression failed
 */
public record ExportPlan(
        List<Map<String, Object>> objects,
        Map<String, Set<String>> kept,
        Optional<Problem> problem) {
    private static final String FAILED = "FailedWritingAdditionalKubernetesObjects";
    private static final String SHOWN =
            " would have a value that the spec takes from a Secret, in its data, labels or annotations, which more users may read. Export it to a Secret, or not at all";

    /**
     * Makes the objects for all requests; if one request has a problem, makes none.
     *
     * @param secrets exports that the expressions read through {@code secret}
     */
    public static ExportPlan of(ExportRequests requests, Set<Export> secrets, ExportSource source) {
        var written = new Written(source.namespace());
        var why =
                fields(requests.fields(), source, written)
                        .or(() -> expressions(requests.expressions(), secrets, source, written));
        return why.map(ExportPlan::failed)
                .orElseGet(
                        () -> new ExportPlan(written.objects(), written.kept(), Optional.empty()));
    }

    private static Optional<String> fields(
            List<ExportRequest> requests, ExportSource source, Written written) {
        var missing = new ArrayList<String>();
        for (var request : requests) {
            var field =
                    "operatorSpec.%s.%s"
                            .formatted(request.export().target(), request.export().key());
            var value = source.value(request.export());
            boolean open = source.isOpen(request.export());
            if (value.isEmpty() && !open) {
                missing.add(field);
                continue;
            }
            var destination = request.destination();
            if (open) {
                written.keep(destination);
            } else if (!written.put(destination, request.key(), value.get())) {
                return Optional.of(twice(field, "key " + request.key(), destination));
            }
            for (var marks : List.of("labels", "annotations")) {
                boolean labels = marks.equals("labels");
                var texts = labels ? request.labels() : request.annotations();
                var name = written.mark(destination, marks, texts);
                if (name.isPresent()) {
                    return name.map(each -> differs(field, marks, each, destination));
                }
            }
        }
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Azure gave no value for %s; remove the field if this resource has no such value"
                                .formatted(String.join(", ", missing)));
    }

    private static Optional<String> expressions(
            List<ExpressionRequest> requests,
            Set<Export> secrets,
            ExportSource source,
            Written written) {
        if (requests.isEmpty()) {
            return Optional.empty();
        }
        var values =
                new ExpressionValues(
                        Variable.of(source.self().get()), source.values(secrets), written);
        boolean open = secrets.stream().anyMatch(source::isOpen);
        var known = requests.stream().filter(each -> !(open && each.readsSecrets())).toList();
        requests.stream()
                .filter(each -> !known.contains(each))
                .forEach(each -> written.keep(each.destination()));
        return known.stream().flatMap(each -> values.add(each).stream()).findFirst();
    }

    /**
     * This plan; a failed one if it would show a value from a Secret to whoever may not read it.
     */
    public ExportPlan hiding(SecretValues secrets) {
        return objects.stream()
                .filter(each -> secrets.isIn(open(each)))
                .findFirst()
                .map(each -> failed(each.get("kind") + " " + Fields.metadata(each, "name") + SHOWN))
                .orElse(this);
    }

    /** What users read that may not read Secrets. */
    private static String open(Map<String, Object> object) {
        return (Fields.map(object, "metadata", "labels") + "")
                + Fields.map(object, "metadata", "annotations")
                + ("Secret".equals(object.get("kind")) ? "" : object.get("data"));
    }

    /**
     * The problem of two requests for the same key. The keys of values that are maps are not known
     * yet.
     */
    public static Optional<Problem> colliding(ExportRequests requests) {
        var fields = new HashMap<List<String>, String>();
        for (var each : requests.destinations()) {
            if (each.key().isEmpty()) {
                continue;
            }
            var key = each.key().get();
            var other = fields.putIfAbsent(List.of(each.kind(), each.name(), key), each.field());
            if (other != null) {
                var why =
                        "%s writes to key %s of %s, and so does %s; give them different keys"
                                .formatted(each.field(), key, each.object(), other);
                return Optional.of(Problem.error("InvalidExport", why));
            }
        }
        return Optional.empty();
    }

    static String twice(String field, String key, Destination destination) {
        return "%s writes to %s of %s, and so does another field; give them different keys"
                .formatted(field, key, destination.object());
    }

    static String differs(String field, String marks, String name, Destination destination) {
        return "%s.%s: %s is set to another value on %s by another field; set it once"
                .formatted(field, marks, name, destination.object());
    }

    private static ExportPlan failed(String message) {
        return new ExportPlan(List.of(), Map.of(), Optional.of(Problem.error(FAILED, message)));
    }

    /**
     * The problem of a Secret or ConfigMap that does not belong to the object.
     *
     * @param owner owners or field managers of the Secret or ConfigMap, as text
     */
    public static Problem foreign(Map<String, Object> object, String owner) {
        var name = object.get("metadata") instanceof Map<?, ?> m ? m.get("name") : "";
        return Problem.error(
                FAILED,
                "%s %s is not owned by this object (%s), so it is not overwritten; delete it or export to another name"
                        .formatted(object.get("kind"), name, owner));
    }
}
