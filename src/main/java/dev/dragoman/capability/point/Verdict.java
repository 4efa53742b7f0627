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
 * A decision that a reconciliation must not make its change, because a team's step forbids it or
 * the route has no line for it. Immutable.
 *
 * @param reason of the condition, CamelCase
 * @param message why, and what to do, for people
 * @param after when to reconcile again; empty to wait for a change of the object, of its namespace
 *     or of the overlay
 * @param severity of the condition
 */
public record Verdict(
        String reason, String message, Optional<Duration> after, Condition.Severity severity) {
    /** Reason of the condition when the route has no line for a step that is due. */
    public static final String LEFT_OUT = "LeftOut";

    /** Maximum number of differing paths that the message names. */
    private static final int SHOWN = 10;

    private static final Pattern REASON = Pattern.compile("[A-Z][A-Za-z0-9]{0,127}");
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /**
     * @throws IllegalArgumentException when the reason cannot be that of a condition, the message
     *     is blank, or the time is shorter than a second
     */
    public Verdict {
        if (reason == null || !REASON.matcher(reason).matches()) {
            throw new IllegalArgumentException(
                    "the reason of a verdict must be one word in CamelCase, such as NotApproved");
        }
        if (message == null || message.isBlank()) {
            throw new IllegalArgumentException(
                    "the verdict %s has no message; write one that says what to do"
                            .formatted(reason));
        }
        if (after.filter(each -> each.compareTo(SHORTEST) < 0).isPresent()) {
            throw new IllegalArgumentException(
                    "the verdict %s holds for less than a second; give a longer time"
                            .formatted(reason));
        }
    }

    /** A team's verdict: a refusal, or with {@code after} a hold. */
    public Verdict(String reason, String message, Optional<Duration> after) {
        this(
                reason,
                message,
                after,
                after.isEmpty() ? Condition.Severity.ERROR : Condition.Severity.INFO);
    }

    /**
     * The route has no line for a step that is due.
     *
     * @param missing name of the line that the route lacks: that of the step, or of the step that
     *     it serves
     */
    public static Verdict leftOut(String route, String missing, Step step) {
        var differs = step.before().map(Before::differs).orElse(List.of());
        var paths = differs.stream().sorted().limit(SHOWN).toList();
        return new Verdict(
                LEFT_OUT,
                "route %s has no line for '%s', so that step is not done%s. Add the line, or leave the route as it is"
                        .formatted(
                                route,
                                missing,
                                differs.isEmpty()
                                        ? ""
                                        : "; what differs: " + String.join(", ", paths)),
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
