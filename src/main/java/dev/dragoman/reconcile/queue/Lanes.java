package dev.dragoman.reconcile.queue;

import dev.dragoman.reconcile.ObjectKey;

/**
 * Waiting keys in two lanes. Urgent keys, which a person waits for, go first. One pick in {@link
 * #SLOW_TURN} takes a slow key, so that a flood of edits cannot starve slow keys. Not thread-safe.
 */
final class Lanes {
    /** One pick in this many takes from the slow lane. */
    static final int SLOW_TURN = 8;

    private final FairKeys urgent = new FairKeys();
    private final FairKeys slow = new FairKeys();
    private long picks;

    /** Adds a key that is in neither lane. */
    void add(ObjectKey key, boolean isSlow) {
        (isSlow ? slow : urgent).add(key);
    }

    /** Removes a key from its lane. */
    void remove(ObjectKey key) {
        urgent.remove(key);
        slow.remove(key);
    }

    /** Removes and returns the next key; null when there is none. */
    ObjectKey take() {
        picks++;
        boolean slowTurn = picks % SLOW_TURN == 0 ? !slow.isEmpty() : urgent.isEmpty();
        var lane = slowTurn ? slow : urgent;
        return lane.isEmpty() ? null : lane.take();
    }

    int size() {
        return urgent.size() + slow.size();
    }
}
