package dev.dragoman.azure.check;

import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.export.Destination;
import dev.dragoman.azure.export.ExportPlan;
import dev.dragoman.azure.export.ExportRequests;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Names;
import dev.dragoman.kube.object.ReservedSecrets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks which Secrets and ConfigMaps, and which keys in them, exports may be written to. Pure. */
public final class ExportNames {
    /** Condition reason: an export cannot be written to its destination. */
    static final String REASON = "InvalidExport";

    /** Valid keys of Secrets and ConfigMaps. */
    private static final Pattern KEY = Pattern.compile("(?!\\.\\.?$)[-._a-zA-Z0-9]{1,253}");

    private ExportNames() {}

    /** Why one of the exports cannot be written to its destination; empty if all can. */
    static Optional<Problem> problem(ExportRequests requests) {
        return requests.destinations().stream()
                .flatMap(each -> problem(each).stream())
                .findFirst()
                .or(() -> ExportPlan.colliding(requests));
    }

    /** The Secrets and ConfigMaps that exports may have been written to, once each. */
    public static List<Map<String, Object>> objects(ExportRequests requests, String namespace) {
        return requests.destinations().stream()
                .filter(each -> problem(each).isEmpty())
                .<Map<String, Object>>map(
                        each ->
                                Map.of(
                                        "apiVersion",
                                        "v1",
                                        "kind",
                                        each.kind(),
                                        "metadata",
                                        Map.of("name", each.name(), "namespace", namespace)))
                .distinct()
                .toList();
    }

    /** Why no value can be written to the destination; empty if values can be written. */
    static Optional<Problem> problem(Destination asked) {
        var field = asked.field();
        if (!Names.isSubdomain(asked.name())) {
            return refused(
                    "%s.name: '%s' is no name of a %s; write lower-case letters, digits, - and ."
                            .formatted(field, Excerpt.value(asked.name()), asked.kind()));
        }
        if (asked.key().filter(key -> !KEY.matcher(key).matches()).isPresent()) {
            return refused(
                    "%s.key: '%s' is no key of a %s; write letters, digits, -, _ and ."
                            .formatted(field, Excerpt.value(asked.key().get()), asked.kind()));
        }
        return "Secret".equals(asked.kind()) && ReservedSecrets.ALL.contains(asked.name())
                ? refused(
                        "%s.name: the name %s is reserved: the operator reads a Secret of that name; write another name"
                                .formatted(field, asked.name()))
                : Optional.empty();
    }

    private static Optional<Problem> refused(String message) {
        return Optional.of(Problem.error(REASON, message));
    }
}
