package dev.dragoman.sandbox.azure.vault;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The limits of each vault: 300 creations of secrets and 4,000 other requests in ten seconds.
 * Thread-safe.
 *
 * @see <a href="https://learn.microsoft.com/azure/key-vault/general/service-limits">limits</a>
 */
final class VaultLimits {
    private static final Duration SPAN = Duration.ofSeconds(10);
    private static final int CREATIONS = 300;
    private static final int OTHERS = 4000;

    private final Map<String, Window> windows = new HashMap<>();
    private boolean unlimited;
    private boolean exhausted;

    private static final class Window {
        final Instant start;
        int creations;
        int others;

        Window(Instant start) {
            this.start = start;
        }
    }

    synchronized void unlimited() {
        unlimited = true;
    }

    /** Turns the limits on again, each vault with a new count. */
    synchronized void limited() {
        unlimited = false;
        windows.clear();
    }

    /**
     * After this call each vault refuses all requests for ten seconds, from its next request on.
     */
    synchronized void exhaust() {
        exhausted = true;
        windows.clear();
    }

    /** Counts a request. Returns the seconds to wait when it must be refused, otherwise 0. */
    synchronized long take(String vault, boolean creation, Instant now) {
        var window = windows.get(vault);
        if (window == null) {
            window = new Window(now);
            if (exhausted) {
                window.creations = CREATIONS;
                window.others = OTHERS;
            }
            windows.put(vault, window);
        } else if (!now.isBefore(window.start.plus(SPAN))) {
            window = new Window(now);
            windows.put(vault, window);
        }
        boolean full = creation ? window.creations >= CREATIONS : window.others >= OTHERS;
        if (full && !unlimited) {
            var left = Duration.between(now, window.start.plus(SPAN));
            return Math.max(1, left.plusMillis(999).toSeconds());
        }
        if (creation) {
            window.creations++;
        } else {
            window.others++;
        }
        return 0;
    }
}
