package dev.dragoman.camel.reconcile;

import dev.dragoman.camel.EarlierConflicts;
import dev.dragoman.kube.failure.ObjectGone;
import dev.dragoman.kube.failure.WriteConflict;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.RecentMap;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs one line for a failed reconciliation whose outcome no step has set. Logs a repeated failure
 * of an object only once, until a reconciliation of the object succeeds. Does not log conflicts
 * with other writers, unless many come in a row. Thread-safe.
 */
final class FailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);

    /**
     * Maximum number of deleted objects whose last failure is kept. No event tells when such a
     * failure can be forgotten. Also the maximum number of objects whose conflicts are counted.
     */
    private static final int MOST_GONE = 1000;

    private final Map<ObjectKey, String> last = new ConcurrentHashMap<>();

    private final Map<ObjectKey, String> lastOfGone = bounded();

    /** Number of conflicts in a row, by object. */
    private final Map<ObjectKey, Integer> conflicts = bounded();

    private static <V> Map<ObjectKey, V> bounded() {
        return Collections.synchronizedMap(new RecentMap<>(MOST_GONE));
    }

    /** Number of the object's conflicts in a row, up to now. */
    EarlierConflicts conflicts(ObjectKey key) {
        return new EarlierConflicts(conflicts.getOrDefault(key, 0));
    }

    /**
     * Logs the outcome, if it is a failure.
     *
     * @param failure the exception of the reconciliation; null when there is none
     */
    void failed(Reconciliation reconciliation, Outcome outcome, Throwable failure) {
        switch (outcome) {
            case Outcome.Transient(var reason, var message, var pace, var notBefore) ->
                    log(reconciliation, reason + ": " + message + "; trying again", failure);
            case Outcome.Fatal(var reason, var message) ->
                    log(
                            reconciliation,
                            reason
                                    + ": "
                                    + message
                                    + (reconciliation.gone()
                                            ? "; not trying again, because the object no longer exists"
                                            : "; trying again after a change or a resync"),
                            failure);
            case Outcome.Done done -> succeeded(reconciliation);
            case Outcome.RequeueAfter later -> succeeded(reconciliation);
            case Outcome.Pending later -> succeeded(reconciliation);
        }
    }

    /** Forgets the object's last failure, so that the next failure is logged. */
    void succeeded(Reconciliation reconciliation) {
        last.remove(reconciliation.key());
        lastOfGone.remove(reconciliation.key());
        conflicts.remove(reconciliation.key());
    }

    private void log(Reconciliation reconciliation, String text, Throwable failure) {
        // the line is kept in memory, so its length is limited
        var line = Excerpt.message(text.replaceAll("\\R\\s*", " "), Excerpt.LOG);
        boolean race = isRace(failure);
        boolean many = race && conflicts(reconciliation.key()).isMany();
        if (race) {
            conflicts.merge(reconciliation.key(), 1, Integer::sum);
        } else {
            conflicts.remove(reconciliation.key());
        }
        if (race && !many) {
            LOG.debug("{}", line);
        } else if (isNew(reconciliation, line)) {
            LOG.warn("{}", line);
        }
    }

    private boolean isNew(Reconciliation reconciliation, String line) {
        var key = reconciliation.key();
        if (!reconciliation.gone()) {
            lastOfGone.remove(key);
            return !line.equals(last.put(key, line));
        }
        var whileAlive = last.remove(key);
        return !line.equals(lastOfGone.put(key, line)) && !line.equals(whileAlive);
    }

    /**
     * Whether the failure is that somebody else changed or deleted the object meanwhile. The next
     * reconciliation sees the new state.
     */
    private static boolean isRace(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof WriteConflict || cause instanceof ObjectGone) {
                return true;
            }
        }
        return false;
    }
}
