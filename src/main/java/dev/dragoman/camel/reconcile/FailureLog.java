package dev.dragoman.camel.reconcile;

import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.ObjectGone;
import dev.dragoman.kube.WriteConflict;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for a reconciliation that ended where no step has said how. An object that fails again
 * and again in the same way is named once, until it succeeds. Thread-safe.
 */
final class FailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);

    private final Map<ObjectKey, String> last = new ConcurrentHashMap<>();

    /**
     * @param failure what was thrown, or null
     */
    void failed(Reconciliation reconciliation, Outcome outcome, Throwable failure) {
        switch (outcome) {
            case Outcome.Transient(var reason, var message, var pace, var notBefore) ->
                    line(reconciliation, reason + ": " + message + "; trying again", failure);
            case Outcome.Fatal(var reason, var message) ->
                    line(
                            reconciliation,
                            reason + ": " + message + "; trying again after a change or a resync",
                            failure);
            case Outcome.Done done -> succeeded(reconciliation);
            case Outcome.RequeueAfter later -> succeeded(reconciliation);
            case Outcome.Pending later -> succeeded(reconciliation);
        }
    }

    /** The next failure is news again. */
    void succeeded(Reconciliation reconciliation) {
        last.remove(reconciliation.key());
    }

    private void line(Reconciliation reconciliation, String text, Throwable failure) {
        // kept: a text of any length must not be
        var line = Excerpt.message(text.replaceAll("\\R\\s*", " "), Excerpt.LOG);
        if (isRace(failure)) {
            LOG.debug("{}", line);
        } else if (!line.equals(
                reconciliation.gone()
                        ? last.remove(reconciliation.key())
                        : last.put(reconciliation.key(), line))) {
            LOG.warn("{}", line);
        }
    }

    /** Somebody else wrote or deleted first: usual, and settled by the next reconciliation. */
    private static boolean isRace(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof WriteConflict || cause instanceof ObjectGone) {
                return true;
            }
        }
        return false;
    }
}
