package dev.dragoman.sandbox.azure.servicebus;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.DeliveryAnnotations;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.message.Message;

/** A message in a queue. Guarded by the lock of {@link Broker}. */
final class StoredMessage {
    private static final Symbol SCHEDULED = Symbol.valueOf("x-opt-scheduled-enqueue-time");

    final long sequence;
    final Message message;
    final Instant enqueued;

    /** How often it was given to a receiver that did not settle it. */
    int failures;

    /** Null unless a receiver has it. */
    UUID lock;

    Instant lockedUntil;
    boolean deferred;

    /** When it can be received first. */
    Instant visible;

    StoredMessage(long sequence, Message message, Instant now) {
        this.sequence = sequence;
        this.message = message;
        this.visible = scheduled(message).orElse(now);
        this.enqueued = visible.isAfter(now) ? visible : now;
    }

    boolean available(Instant now) {
        return lock == null && !deferred && !visible.isAfter(now);
    }

    /** When it ends by its own time to live or that of its queue. */
    boolean expired(Duration most, Instant now) {
        var own = Duration.ofMillis(message.getTtl());
        var lives = own.isPositive() && own.compareTo(most) < 0 ? own : most;
        return Duration.between(enqueued, now).compareTo(lives) > 0;
    }

    /** The message as its receiver gets it, with the lock token if it has one. */
    byte[] taken() {
        if (lock != null) {
            message.setDeliveryAnnotations(
                    new DeliveryAnnotations(Map.of(Symbol.valueOf("x-opt-lock-token"), lock)));
        }
        var taken = encoded();
        message.setDeliveryAnnotations(null);
        return taken;
    }

    /** The message as those who peek get it. */
    byte[] encoded() {
        var header = Optional.ofNullable(message.getHeader()).orElseGet(Header::new);
        header.setDurable(true);
        header.setDeliveryCount(UnsignedInteger.valueOf(failures));
        message.setHeader(header);
        var all = annotations();
        all.put(Symbol.valueOf("x-opt-sequence-number"), sequence);
        all.put(Symbol.valueOf("x-opt-enqueue-sequence-number"), sequence);
        all.put(Symbol.valueOf("x-opt-enqueued-time"), Date.from(enqueued));
        all.put(
                Symbol.valueOf("x-opt-message-state"),
                deferred ? 1 : visible.isAfter(Instant.now()) ? 2 : 0);
        if (lockedUntil == null) {
            all.remove(Symbol.valueOf("x-opt-locked-until"));
        } else {
            all.put(Symbol.valueOf("x-opt-locked-until"), Date.from(lockedUntil));
        }
        return Wire.encoded(message);
    }

    private Map<Symbol, Object> annotations() {
        if (message.getMessageAnnotations() == null) {
            message.setMessageAnnotations(new MessageAnnotations(new HashMap<>()));
        }
        return message.getMessageAnnotations().getValue();
    }

    /** Sets application properties. */
    void put(Map<String, ?> properties) {
        var all = new HashMap<String, Object>();
        Optional.ofNullable(message.getApplicationProperties())
                .map(ApplicationProperties::getValue)
                .ifPresent(all::putAll);
        all.putAll(properties);
        message.setApplicationProperties(new ApplicationProperties(all));
    }

    private static Optional<Instant> scheduled(Message message) {
        return Optional.ofNullable(message.getMessageAnnotations())
                .map(each -> each.getValue().get(SCHEDULED))
                .map(each -> ((Date) each).toInstant());
    }
}
