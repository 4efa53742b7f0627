package dev.dragoman.reconcile;

import java.time.Duration;
import java.time.Instant;

/**
 * How much the reconciliations of one object have changed lately, while its spec did not change. A
 * number of changes is free, and becomes free again with time. Further changes come after growing
 * pauses. Immutable, pure.
 *
 * @param content stands for the object's identity and spec; another content starts anew
 * @param clear when all changes are free again, if there are no more
 * @param until end of the pause; in the past when there is none
 * @param pauses number of pauses since changes were last all free
 */
record Brake(int content, Instant clear, Instant until, int pauses) {
    /**
     * Number of changes without a pause. Roll-outs, agents that come and go, and people who change
     * something by hand are expected to need no more.
     */
    static final int FREE = 50;

    /** Time after which one more change is free. */
    static final Duration EACH = Duration.ofSeconds(20);

    static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    /** The brake of an object that has changed nothing yet. */
    static final Brake NONE = new Brake(0, Instant.MIN, Instant.MIN, 0);

    private static final Duration ALL = EACH.multipliedBy(FREE);

    /** Three changes are free after a pause, so that what has ended can be put right. */
    private static final Duration ROOM = EACH.multipliedBy(3);

    /** Doublings after which the longest pause is reached. */
    private static final int DOUBLINGS = 6;

    /** The brake after a reconciliation that changed something. */
    Brake changed(int now, Instant at) {
        var before = now != content || isClear(at) ? new Brake(now, at, at, 0) : this;
        var next = before.clear.plus(EACH);
        if (!next.isAfter(at.plus(ALL))) {
            return new Brake(now, next, at, before.pauses);
        }
        var grown = FIRST_PAUSE.multipliedBy(1L << Math.min(before.pauses, DOUBLINGS));
        var end = at.plus(grown.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : grown);
        // a long pause frees no more; otherwise it would free them all
        return new Brake(now, end.plus(ALL).minus(ROOM), end, before.pauses + 1);
    }

    /** Time left of the pause; zero when there is none for this content. */
    Duration left(int now, Instant at) {
        return now == content && until.isAfter(at) ? Duration.between(at, until) : Duration.ZERO;
    }

    /** Whether all changes are free, so that nothing has to be remembered. */
    boolean isClear(Instant at) {
        return !clear.isAfter(at);
    }
}
