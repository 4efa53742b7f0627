package dev.dragoman.sandbox.azure.servicebus;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.transport.AmqpError;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;

/** A refusal of Service Bus: a condition of AMQP or of Microsoft, a status and a text. */
final class BusError extends RuntimeException {
    private final Symbol condition;
    private final int status;

    private BusError(Symbol condition, int status, String message) {
        super(message, null, false, false);
        this.condition = condition;
        this.status = status;
    }

    static BusError unauthorized(String message) {
        return new BusError(AmqpError.UNAUTHORIZED_ACCESS, 401, message);
    }

    /** The caller lacks a right: Listen, Send or Manage. */
    static BusError lacks(String claim, String resource) {
        return unauthorized(tracked(lack(claim, resource)));
    }

    private static String lack(String claim, String resource) {
        return "Unauthorized access. '%s' claim(s) are required to perform this operation. Resource: '%s'."
                .formatted(claim, resource);
    }

    static BusError notFound(String host, String path) {
        return new BusError(
                AmqpError.NOT_FOUND,
                404,
                tracked("The messaging entity 'sb://%s/%s' could not be found.".formatted(host, path)));
    }

    /** A feature of Service Bus that the sandbox does not have. */
    static BusError notImplemented(String what) {
        return new BusError(
                AmqpError.NOT_IMPLEMENTED,
                501,
                "The sandbox's Service Bus does not serve " + what + ".");
    }

    static BusError invalid(String message) {
        return new BusError(AmqpError.INVALID_FIELD, 400, message);
    }

    static BusError busy() {
        return microsoft(
                "server-busy",
                503,
                tracked(
                        "The request was terminated because the entity is being throttled. Error code :"
                                + " 50009. Please wait 2 seconds and try again."));
    }

    static BusError disabled(String path) {
        return microsoft(
                "entity-disabled",
                400,
                tracked("Entity '%s' is currently disabled.".formatted(path)));
    }

    static BusError lockLost() {
        return microsoft(
                "message-lock-lost",
                410,
                tracked(
                        "The lock supplied is invalid. Either the lock expired, or the message has already"
                                + " been removed from the queue."));
    }

    static BusError messageNotFound(long sequence) {
        return microsoft(
                "message-not-found",
                404,
                tracked("Failed to find a message with the sequence number %d.".formatted(sequence)));
    }

    /** The caller's token has expired, so its link is closed. */
    static BusError renewToken(String link, String claim, String resource) {
        return new BusError(
                Symbol.valueOf("amqp:link:detach-forced"),
                401,
                tracked(
                        "The link '%s' is force detached. Code: RenewToken. Details: %s."
                                .formatted(link, lack(claim, resource))));
    }

    private static BusError microsoft(String condition, int status, String message) {
        return new BusError(Symbol.valueOf("com.microsoft:" + condition), status, message);
    }

    static String tracked(String message) {
        return "%s TrackingId:%s_G1, SystemTracker:gateway7, Timestamp:%s"
                .formatted(
                        message,
                        UUID.randomUUID(),
                        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", ""));
    }

    int status() {
        return status;
    }

    Symbol condition() {
        return condition;
    }

    ErrorCondition asCondition() {
        return new ErrorCondition(condition, getMessage());
    }
}
