package dev.dragoman.azure.decision;

import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Json;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The Ready condition in the form of Azure Service Operator, without {@code lastTransitionTime}.
 *
 * @param ready whether the status is True; otherwise it is False
 * @param severity Error, Warning, Info, or empty when ready
 * @param reason CamelCase; an Azure error code verbatim where Azure refused
 * @param message what was tried, why it failed, what to do; empty when ready
 * @param generation generation of the object that the condition is about
 * @param quoted whether the message quotes an answer of Azure
 */
public record ReadyCondition(
        boolean ready,
        Severity severity,
        String reason,
        String message,
        long generation,
        boolean quoted) {
    private ReadyCondition(
            boolean ready, Severity severity, String reason, String message, long generation) {
        this(ready, severity, reason, message, generation, false);
    }

    public static ReadyCondition succeeded(long generation) {
        return new ReadyCondition(true, Severity.NONE, "Succeeded", "", generation);
    }

    public static ReadyCondition reconciling(long generation) {
        return reconciling(
                generation, "The resource is in the process of being reconciled by Azure");
    }

    /** States in which Azure is at work, in lower case; others are named. */
    private static final Set<String> AT_WORK =
            Set.of(
                    "",
                    "accepted",
                    "creating",
                    "deleting",
                    "inprogress",
                    "preparing",
                    "provisioning",
                    "resolving",
                    "running",
                    "started",
                    "starting",
                    "updating");

    private static final Pattern FOR_A_PERSON =
            Pattern.compile("manual|approval|customer|user(action|input)|actionrequired");

    /** A condition with the reason Reconciling, which names a state that is not of Azure's work. */
    static ReadyCondition reconciling(long generation, Answer answer) {
        var state = answer.progress();
        var lower = state.toLowerCase(Locale.ROOT);
        if (AT_WORK.contains(lower)) {
            return reconciling(generation);
        }
        boolean person = FOR_A_PERSON.matcher(lower).find();
        return new ReadyCondition(
                false,
                person ? Severity.WARNING : Severity.INFO,
                "Reconciling",
                "Azure shows the state '%s'%s"
                        .formatted(
                                Excerpt.value(state),
                                person
                                        ? ", which waits for a person. Look at the resource in Azure, and finish or approve what it asks for"
                                        : " and has not finished"),
                generation,
                true);
    }

    /**
     * A condition with the reason Reconciling.
     *
     * @param message what Azure is doing
     */
    static ReadyCondition reconciling(long generation, String message) {
        return new ReadyCondition(false, Severity.INFO, "Reconciling", message, generation);
    }

    public static ReadyCondition deleting(long generation) {
        return new ReadyCondition(
                false, Severity.INFO, "Deleting", "The resource is being deleted", generation);
    }

    /** The Ready condition of an object; empty when it has none. */
    private static Map<?, ?> presentIn(Map<String, Object> object) {
        if (object.get("status") instanceof Map<?, ?> status
                && status.get("conditions") instanceof Iterable<?> conditions) {
            for (var each : conditions) {
                if (each instanceof Map<?, ?> c && "Ready".equals(c.get("type"))) {
                    return c;
                }
            }
        }
        return Map.of();
    }

    /** Whether the object shows an error or a warning in place of Ready. */
    public static boolean troubled(Map<String, Object> object) {
        var present = presentIn(object);
        return "False".equals(present.get("status"))
                && !Severity.INFO.text().equals(present.get("severity"));
    }

    /** Whether the object shows this reason and message, whatever the generation. */
    boolean isShown(Map<String, Object> object) {
        var present = presentIn(object);
        return reason.equals(present.get("reason")) && message.equals(present.get("message"));
    }

    /** Whether the object is Ready=True for exactly this generation. */
    public static boolean readyAt(Map<String, Object> object, long generation) {
        var present = presentIn(object);
        return "True".equals(present.get("status"))
                && Json.number(present, "observedGeneration", -1) == generation;
    }

    /** Whether the object is Ready=True, whatever the condition's generation. */
    public static boolean ready(Map<String, Object> object) {
        return "True".equals(presentIn(object).get("status"));
    }
}
