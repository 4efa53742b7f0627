package dev.dragoman.reconcile;

/** Ends a reconciliation with a known outcome from deep in the call stack. Has no stack trace. */
public class OutcomeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    public OutcomeException(Outcome outcome) {
        super(String.valueOf(outcome), null, false, false);
        this.outcome = outcome;
    }

    /** The outcome of the reconciliation. */
    public Outcome outcome() {
        return outcome;
    }
}
