package dev.dragoman.capability.point;

import dev.dragoman.capability.Step;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Note;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a team's step decided instead of going on. Immutable.
 *
 * @param reason of the condition, CamelCase
 * @param message for people
 * @param after when to look again; empty when it waits for a change of the object, of its namespace
 *     or of the overlay
 * @param severity of the condition
 */
public record Verdict(
        String reason, String message, Optional<Duration> after, Condition.Severity severity) {
    /** Reason of the condition where a line was left out of a route. */
    public static final String LEFT_OUT = "LeftOut";

    /** Most differing paths that a condition names. */
    private static final int SHOWN = 10;

    private static final Pattern REASON = Pattern.compile("[A-Z][A-Za-z0-9]{0,127}");
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /**
     * @throws IllegalArgumentException when the reason cannot be that of a condition, or the time
     *     is shorter than a second
     */
    public Verdict {
        if (reason == null || !REASON.matcher(reason).matches()) {
            throw new IllegalArgumentException(
                    "the reason of a verdict is one word in CamelCase, such as NotApproved");
        }
        if (message == null || message.isBlank()) {
            throw new IllegalArgumentException(
                    "verdict %s has no message; say what to do".formatted(reason));
        }
        if (after.filter(each -> each.compareTo(SHORTEST) < 0).isPresent()) {
            throw new IllegalArgumentException(
                    "verdict %s holds for less than a second".formatted(reason));
        }
    }

    /** A team's refusal, or with a time its wish to wait. */
    public Verdict(String reason, String message, Optional<Duration> after) {
        this(
                reason,
                message,
                after,
                after.isEmpty() ? Condition.Severity.ERROR : Condition.Severity.INFO);
    }

    /** The route has no line for a step that is due. */
    public static Verdict leftOut(String route, Step step) {
        var differs = step.before().map(Before::differs).orElse(List.of());
        return new Verdict(
                LEFT_OUT,
                "route %s has no line for '%s', so it is not done%s. Add the line, or leave it so"
                        .formatted(
                                route,
                                step.serves().orElse(step.name()),
                                differs.isEmpty()
                                        ? ""
                                        : "; what differs: "
                                                + String.join(
                                                        ", ",
                                                        differs.stream()
                                                                .sorted()
                                                                .limit(SHOWN)
                                                                .toList())),
                Optional.empty(),
                Condition.Severity.INFO);
    }

    Condition condition(long generation) {
        return Condition.notReady(severity, reason, message, generation);
    }

    Note note(Note.When when) {
        return new Note(severity == Condition.Severity.ERROR, reason, message, when);
    }

    public Outcome outcome() {
        return after.<Outcome>map(Outcome.RequeueAfter::new).orElse(Outcome.done());
    }
}
