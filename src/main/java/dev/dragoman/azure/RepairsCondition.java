package dev.dragoman.azure;

import dev.dragoman.capability.Condition;
import dev.dragoman.capability.Repairs;
import dev.dragoman.kube.Excerpt;
import java.util.List;
import java.util.stream.Collectors;

/** The condition that says that somebody writes the same fields again and again. Pure. */
final class RepairsCondition {
    private static final String TYPE = "RepairsDoNotHold";

    /** Fields that are named. */
    private static final int SHOWN = 5;

    private RepairsCondition() {}

    /** No condition where repairs hold. */
    static List<Condition> of(Repairs repairs, long generation) {
        return repairs.fail()
                ? List.of(
                        new Condition(
                                TYPE,
                                true,
                                Condition.Severity.WARNING,
                                "WrittenAgain",
                                message(repairs),
                                generation))
                : List.of();
    }

    private static String message(Repairs repairs) {
        var fields =
                repairs.what().stream()
                        .limit(SHOWN)
                        .map(Excerpt::value)
                        .collect(Collectors.joining(", "));
        int more = repairs.what().size() - SHOWN;
        return "%s%s: sent %d times in a row, and Azure showed something else again each time; sent again not before %s. Find who writes it, a policy or another tool, or write Azure's value into the spec"
                .formatted(
                        fields,
                        more > 0 ? " and %d more".formatted(more) : "",
                        repairs.times(),
                        repairs.next());
    }
}
