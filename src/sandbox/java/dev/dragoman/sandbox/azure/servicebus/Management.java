package dev.dragoman.sandbox.azure.servicebus;

import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.message.Message;

/** Operations on an entity besides sending and receiving: the node {@code $management}. */
final class Management {
    private static final String PREFIX = "com.microsoft:";

    private final Links links;
    private final Broker broker;
    private final String path;

    Management(Links links, Broker broker, String path) {
        this.links = links;
        this.broker = broker;
        this.path = path;
    }

    Requests.Answer answer(Message request, Map<String, Object> properties) {
        var operation = String.valueOf(properties.get("operation"));
        try {
            var body = (Map<?, ?>) ((AmqpValue) request.getBody()).getValue();
            var answer = answer(operation, body);
            var none = answer.get("messages") instanceof List<?> list && list.isEmpty();
            return new Requests.Answer(status(none ? 204 : 200, "OK"), answer);
        } catch (BusError e) {
            var status = status(e.status(), e.getMessage());
            status.put("errorCondition", e.condition());
            return new Requests.Answer(status, Map.of());
        }
    }

    private static Map<String, Object> status(int status, String description) {
        return new HashMap<>(Map.of("statusCode", status, "statusDescription", description));
    }

    private Map<String, Object> answer(String operation, Map<?, ?> body) {
        return switch (operation) {
            case PREFIX + "renew-lock" -> renew((UUID[]) body.get("lock-tokens"));
            case PREFIX + "peek-message" ->
                    peek(number(body.get("from-sequence-number")), (int) number(body.get("message-count")));
            case PREFIX + "update-disposition" -> settle(body);
            case PREFIX + "receive-by-sequence-number" -> deferred(body);
            case PREFIX + "schedule-message" -> schedule((List<?>) body.get("messages"));
            case PREFIX + "cancel-scheduled-message" ->
                    cancel(numbers(body.get("sequence-numbers")));
            default -> throw BusError.notImplemented("the operation " + operation);
        };
    }

    private Queue source() {
        links.require("Listen", path);
        return broker.source(links.namespace(), path);
    }

    private Map<String, Object> renew(UUID[] tokens) {
        var queue = source();
        return Map.of(
                "expirations",
                Arrays.stream(tokens).map(queue::renew).map(Date::from).toArray(Date[]::new));
    }

    private Map<String, Object> peek(long from, int most) {
        return Map.of(
                "messages",
                source().from(from, most).stream()
                        .map(each -> Map.of("message", new Binary(each.encoded())))
                        .toList());
    }

    private Map<String, Object> settle(Map<?, ?> body) {
        var queue = source();
        var changes = Outgoing.texts((Map<?, ?>) body.get("properties-to-modify"));
        for (var token : (UUID[]) body.get("lock-tokens")) {
            var message = queue.locked(token);
            switch (String.valueOf(body.get("disposition-status"))) {
                case "completed" -> queue.complete(message);
                case "abandoned" -> queue.abandon(message, changes);
                case "defered" -> queue.defer(message, changes);
                case "suspended" -> {
                    put(changes, "DeadLetterReason", body.get("deadletter-reason"));
                    put(changes, "DeadLetterErrorDescription", body.get("deadletter-description"));
                    queue.deadLetter(message, changes);
                }
                default ->
                        throw BusError.notImplemented(
                                "the disposition " + body.get("disposition-status"));
            }
        }
        return Map.of();
    }

    private static void put(Map<String, Object> into, String name, Object value) {
        if (value != null) {
            into.put(name, value);
        }
    }

    private Map<String, Object> deferred(Map<?, ?> body) {
        var queue = source();
        boolean locks = number(body.get("receiver-settle-mode")) == 1;
        return Map.of(
                "messages",
                Arrays.stream(numbers(body.get("sequence-numbers")))
                        .mapToObj(each -> queue.deferred(each, locks))
                        .map(Management::taken)
                        .toList());
    }

    private static Map<String, Object> taken(StoredMessage message) {
        var encoded = new Binary(message.taken());
        return message.lock == null
                ? Map.of("message", encoded)
                : Map.of("lock-token", message.lock, "message", encoded);
    }

    private Map<String, Object> schedule(List<?> messages) {
        links.require("Send", path);
        var targets = broker.targets(links.namespace(), path);
        var numbers =
                messages.stream()
                        .map(each -> Wire.bytes((Binary) ((Map<?, ?>) each).get("message")))
                        .map(each -> targets.stream().mapToLong(queue -> queue.add(each)).max().orElse(0))
                        .toArray(Long[]::new);
        return Map.of("sequence-numbers", numbers);
    }

    private Map<String, Object> cancel(long[] numbers) {
        links.require("Send", path);
        var targets = broker.targets(links.namespace(), path);
        for (var number : numbers) {
            targets.forEach(each -> each.cancel(number));
        }
        return Map.of();
    }

    private static long number(Object value) {
        return value instanceof UnsignedInteger u ? u.longValue() : ((Number) value).longValue();
    }

    private static long[] numbers(Object array) {
        if (array instanceof long[] numbers) {
            return numbers;
        }
        var boxed = (Object[]) array;
        return IntStream.range(0, boxed.length).mapToLong(each -> number(boxed[each])).toArray();
    }
}
