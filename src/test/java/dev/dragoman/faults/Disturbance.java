package dev.dragoman.faults;

import dev.dragoman.sandbox.faults.Fault;
import dev.dragoman.sandbox.faults.Passing;
import dev.dragoman.sandbox.faults.WatchFault;
import java.util.Optional;

/** What happens to one write or one watch of a scenario. */
enum Disturbance {
    /** The write is carried out, and the operator killed before it learns so. */
    KILL,
    /** As before, and the user deletes everything before the operator comes back. */
    KILL_AND_WITHDRAW,
    /** The write is carried out; the connection breaks instead of an answer. */
    LOST_REPLY,
    /** The connection breaks; the write is not carried out. */
    UNSENT,
    /** Kubernetes answers 409. */
    CONFLICT,
    /** 429, to come back in a second. */
    THROTTLED,
    /** 503. */
    UNAVAILABLE,
    /** The watch ends with 410 in place of an event. */
    GONE,
    /** The watch says nothing more and stays open. */
    SILENCE,
    /** One event is missing. */
    DROP,
    /** One event comes twice. */
    DUPLICATE,
    /** The watch ends with 410, and the list after it shows the world before the scenario. */
    STALE;

    /** Whether it happens to watches rather than to writes. */
    boolean ofWatches() {
        return compareTo(GONE) >= 0;
    }

    /** Whether other runs notice nothing of it, so that they may go on at the same time. */
    boolean apart() {
        return switch (this) {
            case LOST_REPLY, UNSENT, CONFLICT, UNAVAILABLE, DROP, DUPLICATE -> true;
            default -> false;
        };
    }

    /** Whether it may happen to writes of this side. */
    boolean fits(Passing.Target target) {
        return this != CONFLICT || target == Passing.Target.KUBERNETES;
    }

    /** Whether the write is not carried out. */
    boolean prevents() {
        return this == UNSENT || this == CONFLICT || this == THROTTLED || this == UNAVAILABLE;
    }

    /**
     * @param kill ends the operator
     */
    Fault fault(Passing.Target target, Runnable kill) {
        boolean azure = target == Passing.Target.ARM;
        return switch (this) {
            case KILL, KILL_AND_WITHDRAW -> new Fault.LoseReply(kill);
            case LOST_REPLY -> new Fault.LoseReply(() -> {});
            case UNSENT -> new Fault.ResetBefore();
            case CONFLICT -> Fault.kubernetes(409, "Conflict");
            case THROTTLED ->
                    azure
                            ? Fault.azure(429, "TooManyRequests")
                            : Fault.kubernetes(429, "TooManyRequests");
            case UNAVAILABLE ->
                    azure
                            ? Fault.azure(503, "ServiceUnavailable")
                            : Fault.kubernetes(503, "ServiceUnavailable");
            case GONE, SILENCE, DROP, DUPLICATE, STALE -> throw new IllegalStateException(name());
        };
    }

    Optional<WatchFault> watchFault() {
        return switch (this) {
            case GONE, STALE -> Optional.of(WatchFault.GONE);
            case SILENCE -> Optional.of(WatchFault.SILENCE);
            case DROP -> Optional.of(WatchFault.DROP);
            case DUPLICATE -> Optional.of(WatchFault.DUPLICATE);
            default -> Optional.empty();
        };
    }
}
