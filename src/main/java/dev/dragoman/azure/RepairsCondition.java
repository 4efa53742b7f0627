package dev.dragoman.azure;

import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Repairs;
import dev.dragoman.kube.object.Excerpt;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;

/** Makes the condition which says that somebody changes the same fields again and again. Pure. */
final class RepairsCondition {
    /** Maximum number of fields in the message. */
    private static final int SHOWN = 5;

    /** Maximum number of characters of a field: an entry of a Key Vault fits. */
    private static final int LONGEST = 250;

    private RepairsCondition() {}

    /** The condition; empty unless some fields were changed again after each of several repairs. */
    static List<Condition> of(Repairs repairs, long generation) {
        return repairs.failing().isEmpty()
                ? List.of()
                : List.of(
                        new Condition(
                                Repairs.CONDITION,
                                true,
                                Condition.Severity.WARNING,
                                Repairs.REASON,
                                message(repairs),
                                generation));
    }

    private static String message(Repairs repairs) {
        var fields =
                repairs.failing().stream()
                        .limit(SHOWN)
                        .map(each -> Excerpt.value(each, LONGEST))
                        .collect(Collectors.joining(", "));
        int more = repairs.failing().size() - SHOWN;
        return "%s%s: the spec's value was sent %d times, and each time Azure showed another value afterwards. It is sent again at %s or later. Find the policy or tool that writes the field, or write Azure's value into the spec"
                .formatted(
                        fields,
                        more > 0 ? " and %d more".formatted(more) : "",
                        repairs.most(),
                        repairs.next().truncatedTo(ChronoUnit.SECONDS));
    }
}
