package dev.dragoman.capability.status;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Effects;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The condition which says that an object is not reconciled for a while, because its
 * reconciliations change something again and again. Every capability shows it. Pure.
 */
final class BrakeCondition {
    static final String REASON = "ChangedAgain";

    private static final String CONDITIONS = "conditions";

    private BrakeCondition() {}

    /** Whether the object shows the condition. */
    static boolean on(Map<String, Object> object) {
        return Fields.condition(object, Repairs.CONDITION)
                .filter(row -> REASON.equals(row.get("reason")))
                .isPresent();
    }

    /** A copy of the status with the condition if a pause begins, and without it otherwise. */
    static Map<String, Object> in(
            Map<String, Object> status,
            Map<String, Object> object,
            Optional<Effects.Pause> pause,
            Instant now) {
        var rows = new ArrayList<Object>();
        if (status.get(CONDITIONS) instanceof List<?> all) {
            rows.addAll(all);
        }
        rows.removeIf(
                each ->
                        each instanceof Map<?, ?> row
                                && Repairs.CONDITION.equals(row.get("type"))
                                && (pause.isPresent() || REASON.equals(row.get("reason"))));
        pause.map(
                        each ->
                                new Condition(
                                        Repairs.CONDITION,
                                        true,
                                        Condition.Severity.WARNING,
                                        REASON,
                                        message(each, now),
                                        Fields.generation(object)))
                .ifPresent(each -> rows.addAll(ConditionStatus.rows(object, List.of(each), now)));
        var copy = new LinkedHashMap<>(status);
        copy.remove(CONDITIONS);
        if (!rows.isEmpty()) {
            copy.put(CONDITIONS, rows);
        }
        return copy;
    }

    /** What an object says of its pause. */
    static String message(Effects.Pause pause, Instant now) {
        return "something is changed for this object again and again, though its spec stays the same; at last: %s. It is looked at again at %s. Look for another writer of the same, or for a step of an overlay that gives another result each time ('dragoman validate --object' finds it)"
                .formatted(
                        String.join(", ", pause.effects()),
                        now.plus(pause.time()).truncatedTo(ChronoUnit.SECONDS));
    }
}
