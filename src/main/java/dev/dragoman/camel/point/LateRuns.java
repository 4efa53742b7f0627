package dev.dragoman.camel.point;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs of one point whose time is over and that go on computing, such as a regular expression that
 * never ends: nothing in Java ends them, and each has a processor. Thread-safe.
 */
final class LateRuns {
    /** So many may go on; with as many more for each object nothing else would run. */
    private static final int MOST = 4;

    /** Why no other is begun, after the name of the file. */
    static final String REASON =
            "has %d earlier runs that go on computing after their time, so no other is begun; correct the steps and restart the operator"
                    .formatted(MOST);

    private final Set<Thread> late = ConcurrentHashMap.newKeySet();

    /** The time of this one is over. */
    void add(Thread thread) {
        late.add(thread);
    }

    /** Whether no other run may begin; those that have ended since do not count. */
    boolean isFull() {
        late.removeIf(each -> !each.isAlive());
        return late.size() >= MOST;
    }
}
