package dev.dragoman.cli.explain;

import dev.dragoman.capability.status.Condition;
import dev.dragoman.composition.decision.Readiness;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.namespaces.decision.Keys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Whether an object is Ready, as it says itself. Immutable.
 *
 * @param isReady whether it is, for its present generation
 * @param severity of its condition; empty without one
 * @param since when that began, as the API server has it; empty where nothing says it
 */
record Ready(boolean isReady, String reason, String message, String severity, String since) {
    /** No operator has said anything about the object, or nothing about its last change. */
    static final String NOT_RECONCILED = "NotReconciled";

    private static final String STATUS = "status";
    private static final Pattern CORRELATION = Pattern.compile("\\(correlation id ([\\w.:-]+)\\)");
    private static final Pattern RETRY =
            Pattern.compile("tried again (?:within|after|soon|once)[^;.()]*");

    private static Ready not(String reason, String message, String since) {
        return new Ready(false, reason, message, "", since);
    }

    /** What conditions besides Ready say is wrong, each with its type and reason. */
    static List<String> buts(Map<String, Object> object) {
        var all =
                Fields.map(object, "status").get("conditions") instanceof List<?> l ? l : List.of();
        return all.stream()
                .map(each -> Json.map(Json.object(STATUS, each), STATUS)) // it may be no map
                .filter(each -> each.containsKey(STATUS))
                .filter(each -> !Condition.READY.equals(each.get("type")))
                .filter(each -> Set.of("Warning", "Error").contains(Json.text(each, "severity")))
                .map(
                        each ->
                                "%s: %s: %s"
                                        .formatted(
                                                each.get("type"),
                                                Json.text(each, "reason"),
                                                Json.text(each, "message")))
                .toList();
    }

    /**
     * The state of an object.
     *
     * @param reconciled whether this operator reconciles the kind, so that it shows a state
     */
    static Ready of(Map<String, Object> object, boolean reconciled) {
        var created = Fields.metadata(object, "creationTimestamp");
        var condition = Fields.condition(object, Condition.READY);
        if (condition.isPresent()) {
            return of(object, condition.get());
        }
        if (reconciled && "ConfigMap".equals(object.get("kind"))) {
            return new Ready(
                    "Ready".equals(Fields.annotation(object, Keys.STATE)),
                    Fields.annotation(object, Keys.REASON),
                    Fields.annotation(object, Keys.MESSAGE),
                    Fields.annotation(object, Keys.STATE),
                    "");
        }
        if (reconciled) {
            return not(NOT_RECONCILED, "no operator has handled it yet", created);
        }
        if ("Namespace".equals(object.get("kind")) && Fields.deleting(object)) {
            return new Ready(false, "Terminating", remaining(object), "", since(object));
        }
        var other = Readiness.of(object, false);
        return new Ready(other.isReady(), other.reason(), other.message(), "", created);
    }

    private static Ready of(Map<String, Object> object, Map<String, Object> condition) {
        var since = Json.text(condition, "lastTransitionTime");
        if (condition.get("observedGeneration") instanceof Number seen
                && seen.longValue() < Fields.generation(object)) {
            return not(NOT_RECONCILED, "its last change has not been handled yet", since);
        }
        boolean ready = "True".equals(condition.get("status"));
        if (ready && Fields.deleting(object)) {
            return not("Deleting", "it is being deleted", since(object));
        }
        return new Ready(
                ready,
                Json.text(condition, "reason"),
                Json.text(condition, "message"),
                Json.text(condition, "severity"),
                since);
    }

    private static String since(Map<String, Object> object) {
        return Fields.metadata(object, "deletionTimestamp");
    }

    /** Why a namespace that is being deleted is still there. */
    private static String remaining(Map<String, Object> namespace) {
        return Json.maps(Fields.map(namespace, "status"), "conditions").stream()
                .filter(each -> "True".equals(each.get("status")))
                .map(each -> Json.text(each, "message"))
                .reduce((one, two) -> one + "; " + two)
                .orElse("it is being deleted");
    }

    /** Id under which Azure's support finds the last answer. */
    Optional<String> correlationId() {
        var found = CORRELATION.matcher(message);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    /** When the operator tries again, where the message says it. */
    Optional<String> retry() {
        var found = RETRY.matcher(message);
        return found.find() ? Optional.of(found.group().strip()) : Optional.empty();
    }
}
