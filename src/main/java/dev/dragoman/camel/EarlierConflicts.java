package dev.dragoman.camel;

import dev.dragoman.kube.failure.WriteConflict;
import org.apache.camel.Exchange;

/**
 * Number of reconciliations of the object in a row, just before this one, that ended with a write
 * conflict. Normally another writer causes one or two. More have a cause that retries do not
 * remove. Kept in {@link OwnState}. Immutable.
 */
public record EarlierConflicts(int count) {
    /** Number of conflicts in a row from which a conflict is shown on the object. */
    public static final int MANY = 5;

    /** Whether a conflict in this reconciliation is shown on the object. */
    public boolean isMany() {
        return count + 1 >= MANY;
    }

    /** Whether the failure is a conflict, and it must be shown on the object. */
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
