package dev.dragoman.reconcile;

/**
 * Keys that wait, in two lanes: what a person waits for goes first, and one pick in so many is of
 * the other lane, so that a flood of edits cannot starve it. Not thread-safe.
 */
final class Lanes {
    /** One in so many picks takes from the slow lane. */
    static final int SLOW_TURN = 8;

    private final FairKeys urgent = new FairKeys();
    private final FairKeys slow = new FairKeys();
    private long picks;

    /** Adds a key that is in none. */
    void add(ObjectKey key, boolean isSlow) {
        (isSlow ? slow : urgent).add(key);
    }

    /** Forgets a key, wherever it is. */
    void remove(ObjectKey key) {
        urgent.remove(key);
        slow.remove(key);
    }

    /** Takes the next key out; null when there is none. */
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
