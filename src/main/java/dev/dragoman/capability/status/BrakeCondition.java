package dev.dragoman.capability.status;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Effects;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The condition which says that an object is not reconciled for a while, because its
 * reconciliations change something again and again. Every capability shows it. Pure.
 */
final class BrakeCondition {
    private static final String REASON = "ChangedAgain";
    private static final String CONDITIONS = "conditions";

    private BrakeCondition() {}

    /** Whether the object shows the condition. */
    static boolean on(Map<String, Object> object) {
        return Fields.condition(object, Repairs.CONDITION).filter(BrakeCondition::own).isPresent();
    }

    private static boolean own(Map<?, ?> row) {
        return REASON.equals(row.get("reason"));
    }

    /** Adds the condition to the status if a pause begins, and removes it otherwise. */
    static void in(
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
                                && (pause.isPresent() || own(row)));
        var shown = pause.map(each -> condition(each, Fields.generation(object))).stream().toList();
        rows.addAll(ConditionStatus.rows(object, shown, now));
        status.put(CONDITIONS, rows);
        // no list is what a status without conditions has
        status.remove(CONDITIONS, List.of());
    }

    private static Condition condition(Effects.Pause pause, long generation) {
        return new Condition(
                Repairs.CONDITION,
                true,
                Condition.Severity.WARNING,
                REASON,
                message(pause),
                generation);
    }

    /** What an object says of its pause. */
    static String message(Effects.Pause pause) {
        return "something is changed for this object again and again, though its spec stays the same; at last: %s. It is looked at again at %s. Look for another writer of the same, or for a step of an overlay that gives another result each time ('dragoman validate --object' finds it)"
                .formatted(
                        String.join(", ", pause.effects()),
                        pause.until().truncatedTo(ChronoUnit.SECONDS));
    }
}
