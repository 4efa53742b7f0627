package dev.dragoman.cli.trial;

import dev.dragoman.kube.object.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A refusal, as the API server words it. */
final class MemoryRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;
    private final transient Map<String, Object> status;

    MemoryRefused(int code, String reason, String message) {
        this(code, reason, message, Map.of());
    }

    private MemoryRefused(int code, String reason, String message, Map<String, Object> details) {
        super(message);
        this.code = code;
        this.status =
                Json.object(
                        "kind", "Status",
                        "apiVersion", "v1",
                        "status", "Failure",
                        "reason", reason,
                        "message", message,
                        "details", details,
                        "code", code);
    }

    int code() {
        return code;
    }

    Map<String, Object> status() {
        return status;
    }

    /**
     * @param name empty where the kind is not served
     */
    static MemoryRefused notFound(String name) {
        return new MemoryRefused(
                404,
                "NotFound",
                name.isEmpty()
                        ? "the server could not find the requested resource"
                        : "\"%s\" not found".formatted(name),
                Optional.of(name)
                        .filter(each -> !each.isEmpty())
                        .map(each -> Json.object("name", each))
                        .orElse(Map.of()));
    }

    static MemoryRefused conflict(List<AppliedFields.Conflict> fields) {
        var causes =
                fields.stream()
                        .map(
                                each ->
                                        Json.object(
                                                "reason",
                                                "FieldManagerConflict",
                                                "message",
                                                "conflict with \"%s\"".formatted(each.manager()),
                                                "field",
                                                each.field()))
                        .toList();
        return new MemoryRefused(
                409, "Conflict", "Apply failed with conflicts", Json.object("causes", causes));
    }
}
