package dev.dragoman.camel.point;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Threads of one point whose time is over but that still compute, for example a regular expression
 * without end. Java cannot stop such a thread, and each occupies a processor. Thread-safe.
 */
final class LateRuns {
    /** Most such threads; with more for each further object, nothing else would run. */
    private static final int MOST = 4;

    /** Why no other run is started; follows the name of the file in a message. */
    static final String REASON =
            "has %d earlier runs that still compute after their time, so no other is started; correct the steps and restart the operator"
                    .formatted(MOST);

    private final Set<Thread> late = ConcurrentHashMap.newKeySet();

    /** Adds a thread whose time is over. */
    void add(Thread thread) {
        late.add(thread);
    }

    /** Whether no other run may start; threads that have ended since do not count. */
    boolean isFull() {
        late.removeIf(each -> !each.isAlive());
        return late.size() >= MOST;
    }
}
