package dev.dragoman.sandbox.azure;

import java.time.Instant;
import java.util.UUID;

/** A long-running operation. Guarded by the lock of {@link Resources}. */
final class Operation {
    /** The kind of operation. */
    enum Verb {
        CREATE,
        UPDATE,
        DELETE
    }

    final String id = UUID.randomUUID().toString();

    /** Part of the poll URL. Without it the operation cannot be read. */
    final String signature = UUID.randomUUID() + "" + UUID.randomUUID();

    final Verb verb;
    final Resource target;
    final Behaviour.Reply reply;
    final Instant started;
    final Instant ends;

    /** The error with which the operation will fail; null when it will succeed. */
    final ArmError failure;

    boolean done;

    Operation(
            Verb verb,
            Resource target,
            Behaviour.Reply reply,
            Instant started,
            Instant ends,
            ArmError failure) {
        this.verb = verb;
        this.target = target;
        this.reply = reply;
        this.started = started;
        this.ends = ends;
        this.failure = failure;
    }
}
