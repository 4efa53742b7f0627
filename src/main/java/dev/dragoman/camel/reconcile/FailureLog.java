package dev.dragoman.camel.reconcile;

import dev.dragoman.kube.Excerpt;
import dev.dragoman.kube.ObjectGone;
import dev.dragoman.kube.WriteConflict;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Pass;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for a pass that ended where no step has said how. An object that fails again and again
 * in the same way is named once, until it succeeds. Thread-safe.
 */
final class FailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);

    private final Map<ObjectKey, String> last = new ConcurrentHashMap<>();

    /**
     * @param failure what was thrown, or null
     */
    void failed(Pass pass, Outcome outcome, Throwable failure) {
        switch (outcome) {
            case Outcome.Transient(var reason, var message, var pace, var notBefore) ->
                    line(pass, reason + ": " + message + "; trying again", failure);
            case Outcome.Fatal(var reason, var message) ->
                    line(
                            pass,
                            reason + ": " + message + "; trying again after a change or a resync",
                            failure);
            case Outcome.Done done -> succeeded(pass);
            case Outcome.RequeueAfter later -> succeeded(pass);
        }
    }

    /** The next failure is news again. */
    void succeeded(Pass pass) {
        last.remove(pass.key());
    }

    private void line(Pass pass, String text, Throwable failure) {
        // kept: a text of any length must not be
        var line = Excerpt.message(text.replaceAll("\\s*\\R\\s*", " "), Excerpt.LOG);
        if (isRace(failure)) {
            LOG.debug("{}", line);
        } else if (!line.equals(
                pass.gone() ? last.remove(pass.key()) : last.put(pass.key(), line))) {
            LOG.warn("{}", line);
        }
    }

    /** Somebody else wrote or deleted first: usual, and settled by the next pass. */
    private static boolean isRace(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof WriteConflict || cause instanceof ObjectGone) {
                return true;
            }
        }
        return false;
    }
}
