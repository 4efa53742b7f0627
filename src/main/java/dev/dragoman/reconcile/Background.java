package dev.dragoman.reconcile;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that nobody waits for and that the periodic check of the engine does again: a failure is
 * told and never ends a thread unseen. While the engine closes, such work meets a closed client.
 */
final class Background {
    private static final Logger LOG = LoggerFactory.getLogger(Background.class);

    private Background() {}

    /**
     * Returns at once.
     *
     * @param what names the thread, and the failure in the log
     */
    static void run(String what, Runnable work) {
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
