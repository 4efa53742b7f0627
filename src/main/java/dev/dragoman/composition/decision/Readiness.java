package dev.dragoman.composition.decision;

import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a made object is ready.
 *
 * @param reason of its condition, CamelCase
 * @param message why it is not ready; its own words where it has some
 */
public record Readiness(boolean isReady, String reason, String message, Severity severity) {
    private static final Readiness READY = new Readiness(true, "Ready", "", Severity.NONE);
    private static final Readiness CHANGED =
            not("Reconciling", "its controller has not handled its last change yet");

    /**
     * Reads the state of an object: its condition Ready for its generation, the numbers of a
     * workload, or that it exists.
     *
     * @param object null when it does not exist
     * @param shows whether the object has to show a condition Ready
     */
    public static Readiness of(Map<String, Object> object, boolean shows) {
        if (object == null) {
            return not("Missing", "it does not exist");
        }
        if (Fields.deleting(object)) {
            return not("Deleting", "it is being deleted");
        }
        var ready = Fields.condition(object, "Ready");
        var group = Fields.group(String.valueOf(object.get("apiVersion")));
        if (ready.isPresent() && !group.isEmpty()) {
            return of(object, ready.get());
        }
        if (group.equals("apps") || group.equals("batch")) {
            return ofWorkload(object, String.valueOf(object.get("kind")));
        }
        boolean custom = group.contains(".") && !group.endsWith(".k8s.io");
        return shows && custom
                ? not(
                        "NoStatus",
                        "it has no condition Ready yet; if its kind never shows one, write 'ready: existence' into the template")
                : READY;
    }

    private static Readiness of(Map<String, Object> object, Map<String, Object> ready) {
        var last = Fields.map(object, "status").get("observedGeneration");
        var seen = Optional.ofNullable(ready.get("observedGeneration")).orElse(last);
        if (seen instanceof Number number && number.longValue() < Fields.generation(object)) {
            return CHANGED;
        }
        if ("True".equals(ready.get("status"))) {
            return READY;
        }
        var severity =
                switch (text(ready, "severity", "")) {
                    case "Error" -> Severity.ERROR;
                    case "Warning" -> Severity.WARNING;
                    default -> Severity.INFO;
                };
        var message = text(ready, "message", "it is not ready");
        var reason = text(ready, "reason", "");
        boolean fits = reason.matches("[A-Z][A-Za-z0-9]{0,99}");
        return new Readiness(false, fits ? reason : "NotReady", message, severity);
    }

    private static Readiness ofWorkload(Map<String, Object> object, String kind) {
        if (kind.equals("Job")) {
            if (isTrue(object, "Failed")) {
                return not("Failed", "it has failed");
            }
            return isTrue(object, "Complete") ? READY : not("Running", "it is not complete");
        }
        if (!Set.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet").contains(kind)) {
            return READY;
        }
        var status = Fields.map(object, "status");
        if (Json.number(status, "observedGeneration", 0) < Fields.generation(object)) {
            return CHANGED;
        }
        boolean daemons = kind.equals("DaemonSet");
        long replicas = Json.number(Fields.spec(object), "replicas", 1);
        long wanted = daemons ? Json.number(status, "desiredNumberScheduled", 0) : replicas;
        long ready = Json.number(status, daemons ? "numberReady" : "readyReplicas", 0);
        var text = "%d of %d pods are ready".formatted(ready, wanted);
        return ready >= wanted ? READY : not("PodsNotReady", text);
    }

    private static boolean isTrue(Map<String, Object> object, String condition) {
        return Fields.condition(object, condition)
                .filter(each -> "True".equals(each.get("status")))
                .isPresent();
    }

    private static Readiness not(String reason, String message) {
        return new Readiness(false, reason, message, Severity.INFO);
    }

    private static String text(Map<String, Object> from, String field, String otherwise) {
        return from.get(field) instanceof String text && !text.isBlank() ? text : otherwise;
    }
}
