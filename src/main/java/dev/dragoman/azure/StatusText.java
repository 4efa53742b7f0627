package dev.dragoman.azure;

import dev.dragoman.azure.decision.Condition;
import dev.dragoman.azure.decision.OwnState;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.PlainText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The status that a finished pass leads to. Pure: time is an input. */
final class StatusText {
    private static final String CONDITIONS = "conditions";

    /** Fields that one condition names. */
    private static final int SHOWN = 20;

    private StatusText() {}

    /**
     * @param object as it is now
     * @param resource ARM GET body to the form users read
     * @param notSent what the applied version does not have or allow, a sentence for each field
     */
    static Map<String, Object> of(
            Map<String, Object> object,
            Step.Finish finish,
            UnaryOperator<Map<String, Object>> resource,
            List<String> notSent,
            Instant now) {
        var present = Fields.map(object, "status");
        var status =
                new LinkedHashMap<String, Object>(finish.resource().map(resource).orElse(present));
        status.remove(OwnState.FIELD);
        status.remove(CONDITIONS);
        var own = finish.state().toStatus();
        if (!own.isEmpty()) {
            status.put(OwnState.FIELD, own);
        }
        var conditions = conditions(present, finish, notSent, now, Fields.generation(object));
        if (!conditions.isEmpty()) {
            status.put(CONDITIONS, conditions);
        }
        return status;
    }

    private static List<Map<String, Object>> conditions(
            Map<String, Object> present,
            Step.Finish finish,
            List<String> notSent,
            Instant now,
            long generation) {
        var out = new ArrayList<Map<String, Object>>();
        var before = condition(present, "Ready");
        finish.condition().map(c -> written(c, before, now)).or(() -> before).ifPresent(out::add);
        if (!notSent.isEmpty()) {
            var warning =
                    new Condition(
                            true,
                            Condition.Severity.WARNING,
                            "NotInAppliedVersion",
                            sentences(notSent),
                            generation);
            var row = written(warning, condition(present, "FieldsNotSent"), now);
            row.put("type", "FieldsNotSent");
            out.add(row);
        }
        return out;
    }

    /** A spec of thousands of such fields must not fill the status. */
    private static String sentences(List<String> notSent) {
        var shown = String.join("; ", notSent.subList(0, Math.min(SHOWN, notSent.size())));
        return notSent.size() > SHOWN
                ? "%s; and %d more".formatted(shown, notSent.size() - SHOWN)
                : shown;
    }

    private static Map<String, Object> written(
            Condition condition, Optional<Map<String, Object>> before, Instant now) {
        var row = new LinkedHashMap<String, Object>();
        row.put("type", "Ready");
        row.put("status", condition.ready() ? "True" : "False");
        if (!condition.severity().text().isEmpty()) {
            row.put("severity", condition.severity().text());
        }
        row.put("reason", condition.reason());
        if (!condition.message().isEmpty()) {
            row.put(
                    "message",
                    Excerpt.message(PlainText.of(condition.message()), Excerpt.CONDITION));
        }
        row.put("observedGeneration", condition.generation());
        var same =
                before.filter(b -> row.get("status").equals(b.get("status")))
                        .map(b -> b.get("lastTransitionTime"));
        row.put("lastTransitionTime", same.orElse(now.truncatedTo(ChronoUnit.SECONDS).toString()));
        before.filter(b -> onlyNoiseDiffers(row, b))
                .ifPresent(b -> row.put("message", b.get("message")));
        return row;
    }

    /** Azure's texts name request ids and times: a retry that failed alike is no transition. */
    private static boolean onlyNoiseDiffers(Map<String, Object> row, Map<String, Object> before) {
        return row.get("reason").equals(before.get("reason"))
                && row.get("message") instanceof String now
                && before.get("message") instanceof String then
                && plain(now).equals(plain(then));
    }

    private static String plain(String message) {
        return message.replaceAll("[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}", "#").replaceAll("\\d+", "#");
    }

    private static Optional<Map<String, Object>> condition(
            Map<String, Object> status, String type) {
        if (status.get(CONDITIONS) instanceof List<?> list) {
            for (var each : list) {
                if (each instanceof Map<?, ?> c && type.equals(c.get("type"))) {
                    return Optional.of(Fields.map(Map.of("c", c), "c"));
                }
            }
        }
        return Optional.empty();
    }
}
