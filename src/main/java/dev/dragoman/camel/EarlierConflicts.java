package dev.dragoman.camel;

import dev.dragoman.kube.failure.WriteConflict;
import org.apache.camel.Exchange;

/**
 * How many reconciliations of the object, just before this one, ended with a conflict. Others who
 * write end such a row after one or two. A longer row has a cause that retrying does not mend. Kept
 * in {@link OwnState}. Immutable.
 */
public record EarlierConflicts(int count) {
    /** From so many conflicts in a row on, they are shown. */
    public static final int MANY = 5;

    /** Whether one conflict more is shown. */
    public boolean isMany() {
        return count + 1 >= MANY;
    }

    /** Whether the failure is a conflict that comes after many. */
    static boolean isMany(Exchange exchange, Throwable failure) {
        boolean many =
                OwnState.get(exchange, EarlierConflicts.class)
                        .filter(EarlierConflicts::isMany)
                        .isPresent();
        for (var cause = failure; many && cause != null; cause = cause.getCause()) {
            if (cause instanceof WriteConflict) {
                return true;
            }
        }
        return false;
    }
}
