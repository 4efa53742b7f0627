package dev.dragoman.sandbox.azure.servicebus;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The messages of a queue, of a subscription, or of one of their dead-letter queues. Guarded by the
 * lock of {@link Broker}.
 */
final class Queue {
    /** Someone who takes messages. */
    interface Consumer {
        /** Whether it has asked for a message that it has not got. */
        boolean wants();

        /** Whether messages stay in the queue, locked, until it has settled them. */
        boolean locks();

        void deliver(StoredMessage message);
    }

    private final Timer timer;
    private final Supplier<JsonNode> properties;

    /** Null in a dead-letter queue. */
    final Queue deadLetters;

    private final TreeMap<Long, StoredMessage> messages = new TreeMap<>();
    private final Deque<Consumer> consumers = new ArrayDeque<>();
    private long last;

    /** Calls {@link #pump} after a time, with the lock of {@link Broker} held. */
    interface Timer {
        void after(Duration wait, Runnable run);
    }

    /**
     * @param properties the properties of the resource, as they are at the time of the call
     */
    Queue(Timer timer, Supplier<JsonNode> properties) {
        this(timer, properties, new Queue(timer, properties, null));
    }

    private Queue(Timer timer, Supplier<JsonNode> properties, Queue deadLetters) {
        this.timer = timer;
        this.properties = properties;
        this.deadLetters = deadLetters;
    }

    /** Adds an encoded message, and returns its sequence number. */
    long add(byte[] encoded) {
        var added = new StoredMessage(++last, Wire.decoded(encoded), Instant.now());
        messages.put(added.sequence, added);
        pump();
        if (added.visible.isAfter(Instant.now())) {
            timer.after(Duration.between(Instant.now(), added.visible), this::pump);
        }
        return added.sequence;
    }

    void join(Consumer consumer) {
        consumers.add(consumer);
    }

    void leave(Consumer consumer) {
        consumers.remove(consumer);
    }

    /** Ends locks and messages whose time is over, and gives messages to those who want them. */
    void pump() {
        var now = Instant.now();
        for (var each : List.copyOf(messages.values())) {
            if (each.lock != null && !each.lockedUntil.isAfter(now)) {
                fail(each);
            }
            if (each.available(now) && deadLetters != null && each.expired(life(), now)) {
                expire(each);
            } else if (each.available(now)) {
                next().ifPresent(consumer -> give(consumer, each, now));
            }
        }
    }

    private Optional<Consumer> next() {
        for (int i = 0; i < consumers.size(); i++) {
            var consumer = consumers.poll();
            consumers.add(consumer);
            if (consumer.wants()) {
                return Optional.of(consumer);
            }
        }
        return Optional.empty();
    }

    private void give(Consumer consumer, StoredMessage message, Instant now) {
        if (consumer.locks()) {
            lock(message, now);
        } else {
            messages.remove(message.sequence);
        }
        consumer.deliver(message);
    }

    private void lock(StoredMessage message, Instant now) {
        message.lock = UUID.randomUUID();
        message.lockedUntil = now.plus(lockDuration());
        timer.after(lockDuration().plusMillis(1), this::pump);
    }

    /**
     * The message that is locked with a token.
     *
     * @throws BusError message-lock-lost
     */
    StoredMessage locked(UUID token) {
        return messages.values().stream()
                .filter(each -> token.equals(each.lock))
                .filter(each -> each.lockedUntil.isAfter(Instant.now()))
                .findFirst()
                .orElseThrow(BusError::lockLost);
    }

    void complete(StoredMessage message) {
        messages.remove(message.sequence);
    }

    /** Gives a message back without counting a failure. */
    void release(StoredMessage message) {
        message.lock = null;
        message.lockedUntil = null;
        pump();
    }

    void abandon(StoredMessage message, Map<String, ?> changes) {
        message.put(changes);
        fail(message);
        pump();
    }

    void defer(StoredMessage message, Map<String, ?> changes) {
        message.put(changes);
        message.deferred = true;
        message.lock = null;
        message.lockedUntil = null;
    }

    /** Moves a message to the dead-letter queue. In a dead-letter queue the message is unlocked. */
    void deadLetter(StoredMessage message, Map<String, ?> changes) {
        message.put(changes);
        if (deadLetters == null) {
            release(message);
            return;
        }
        messages.remove(message.sequence);
        message.lock = null;
        message.lockedUntil = null;
        deadLetters.add(message.encoded());
    }

    Instant renew(UUID token) {
        var message = locked(token);
        message.lockedUntil = Instant.now().plus(lockDuration());
        timer.after(lockDuration().plusMillis(1), this::pump);
        return message.lockedUntil;
    }

    /** Up to {@code most} messages from a sequence number on, whoever has them. */
    List<StoredMessage> from(long sequence, int most) {
        return messages.tailMap(sequence).values().stream().limit(most).toList();
    }

    /**
     * Takes a deferred message.
     *
     * @throws BusError message-not-found
     */
    StoredMessage deferred(long sequence, boolean locks) {
        var message =
                Optional.ofNullable(messages.get(sequence))
                        .filter(each -> each.deferred && each.lock == null)
                        .orElseThrow(() -> BusError.messageNotFound(sequence));
        if (locks) {
            lock(message, Instant.now());
        } else {
            messages.remove(sequence);
        }
        return message;
    }

    /**
     * Removes a message that is not visible yet.
     *
     * @throws BusError message-not-found
     */
    void cancel(long sequence) {
        if (!messages.containsKey(sequence)
                || !messages.get(sequence).visible.isAfter(Instant.now())) {
            throw BusError.messageNotFound(sequence);
        }
        messages.remove(sequence);
    }

    void expireLocks() {
        messages.values().stream()
                .filter(each -> each.lock != null)
                .forEach(each -> each.lockedUntil = Instant.now());
        pump();
    }

    private void fail(StoredMessage message) {
        message.failures++;
        message.lock = null;
        message.lockedUntil = null;
        if (deadLetters != null && message.failures >= mostFailures()) {
            deadLetter(
                    message,
                    reason(
                            "MaxDeliveryCountExceeded",
                            "Message could not be consumed after " + mostFailures()
                                    + " delivery attempts."));
        }
    }

    private void expire(StoredMessage message) {
        if (properties.get().path("deadLetteringOnMessageExpiration").asBoolean()) {
            deadLetter(
                    message,
                    reason("TTLExpiredException", "The message expired and was dead lettered."));
        } else {
            messages.remove(message.sequence);
        }
    }

    static Map<String, String> reason(String reason, String description) {
        return Map.of("DeadLetterReason", reason, "DeadLetterErrorDescription", description);
    }

    private int mostFailures() {
        return properties.get().path("maxDeliveryCount").asInt(10);
    }

    private Duration lockDuration() {
        return duration("lockDuration", Duration.ofMinutes(1));
    }

    private Duration life() {
        return duration("defaultMessageTimeToLive", Duration.ofSeconds(Long.MAX_VALUE));
    }

    private Duration duration(String field, Duration usual) {
        try {
            var text = properties.get().path(field).asText("");
            return text.isEmpty() ? usual : Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalStateException("the sandbox cannot read " + field, e);
        }
    }
}
