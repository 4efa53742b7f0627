package dev.dragoman.composition.decision;

import dev.dragoman.capability.object.Trouble;
import dev.dragoman.capability.object.Trouble.Over;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Condition.Severity;
import java.util.List;

/** The troubles of compositions. */
public final class CompositionTrouble {
    static final String WAITING = "Waiting";
    private static final String INVALID = "InvalidTemplate";
    private static final String TOO_MANY = "TooManyObjects";

    /** Reasons, the worst first. */
    public static final List<String> WORST_FIRST = List.of(TOO_MANY, INVALID, Trouble.NOT_OURS);

    private CompositionTrouble() {}

    /** A template cannot be used for the object. */
    public static Trouble invalid(String text) {
        return Trouble.of(Severity.WARNING, INVALID, text);
    }

    /** A rule of the composition forbids the object. */
    public static Trouble rule(String reason, String message) {
        return Trouble.of(Severity.WARNING, reason, message);
    }

    /** A rule cannot be evaluated for the object; its peers, which no watch shows, may be why. */
    public static Trouble invalidRule(String text) {
        return rule("InvalidRule", text).over(Over.UNSEEN);
    }

    /** Something is not there yet. */
    public static Trouble waiting(String text) {
        return passing(WAITING, text, Severity.INFO);
    }

    static Trouble passing(String reason, String text, Severity severity) {
        return new Trouble(Condition.READY, severity, reason, text, Over.PASSING);
    }

    /** More objects than one reconciled object may have. */
    public static Trouble tooMany(int objects, int most) {
        return Trouble.of(
                Severity.WARNING,
                TOO_MANY,
                "the templates want %d objects for this one, but at most %d are allowed; nothing is applied"
                        .formatted(objects, most));
    }
}
