package dev.dragoman.reconcile;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work that no caller waits for. A failure is logged, and the engine's periodic check repeats
 * the work. While the engine closes, such work may fail on the closed client.
 */
public final class Background {
    private static final Logger LOG = LoggerFactory.getLogger(Background.class);

    private Background() {}

    /**
     * Starts the work on a thread of its own, and returns at once.
     *
     * @param what name of the thread, and of the work in the log
     */
    public static void run(String what, Runnable work) {
        var _ = Thread.ofVirtual().name(what).start(() -> tell(what, work));
    }

    private static void tell(String what, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.warn("{}: {}; trying again", what, e.toString());
        }
    }
}
