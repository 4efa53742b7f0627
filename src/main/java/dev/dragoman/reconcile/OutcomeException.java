package dev.dragoman.reconcile;

import java.util.Optional;

/** Ends a reconciliation with a known outcome from deep in the call stack. Has no stack trace. */
public class OutcomeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    public OutcomeException(Outcome outcome) {
        super(String.valueOf(outcome), null, false, false);
        this.outcome = outcome;
    }

    /** A failure for now, after which the reconciliation is tried again soon. */
    public static OutcomeException soon(String reason, String message) {
        return new OutcomeException(
                new Outcome.Transient(reason, message, Outcome.Pace.FAST, Optional.empty()));
    }

    /** The outcome of the reconciliation. */
    public Outcome outcome() {
        return outcome;
    }
}
