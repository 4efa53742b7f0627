package dev.dragoman.sandbox.azure.servicebus;

import dev.dragoman.sandbox.azure.entra.Tokens;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.message.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Service Bus of a local Azure, with the namespaces, queues, topics and subscriptions that its
 * Resource Manager has. No port is open before it is asked for. Clients sign in with tokens of the
 * local Entra and roles of the local Resource Manager, or with keys of authorization rules. Sessions,
 * transactions, duplicate detection, forwarding and filters are refused as not implemented.
 * Thread-safe.
 */
public final class ServiceBus implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceBus.class);
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);

    private final Broker broker;
    private final SSLContext tls;
    private final Map<String, Port> ports = new TreeMap<>();
    private boolean away;

    public ServiceBus(Entities entities, Tokens tokens, SSLContext tls) {
        this.broker = new Broker(entities, new Clients(entities, tokens));
        this.tls = tls;
    }

    /**
     * A message as it lies in a queue.
     *
     * @param properties the application properties, with the reason of a dead letter
     * @param failures how often it was received and not settled
     * @param locked whether a receiver has it
     */
    public record Seen(
            long sequence,
            String body,
            String contentType,
            Map<String, Object> properties,
            int failures,
            boolean locked) {}

    /**
     * The URL of a port with TLS, which serves all namespaces: a client's custom endpoint address. A
     * client says the namespace by the host {@code NAME.servicebus.windows.net} that it asks for.
     */
    public synchronized String endpoint() {
        return "https://localhost:" + port("", tls, InetAddress.getLoopbackAddress(), 0).number();
    }

    /**
     * Opens port 5671 with TLS at another loopback address, for clients that know no other port. A
     * client that finds the names of namespaces there needs no setting.
     *
     * @param address such as {@code 127.3.0.1}
     */
    public synchronized void listen(InetAddress address) {
        port("5671 " + address.getHostAddress(), tls, address, 5671);
    }

    /**
     * A connection string for a namespace and the primary key of a rule. It is of the form for an
     * emulator: without TLS, and with a port that serves this namespace alone.
     *
     * @throws IllegalArgumentException if there is no such namespace or rule
     */
    public synchronized String connectionString(String namespace, String rule) {
        var found = namespace(namespace);
        var key =
                broker.entities
                        .rule(found.id(), rule)
                        .map(each -> each.keys().getFirst())
                        .orElseThrow(
                                () -> new IllegalArgumentException("there is no rule " + rule));
        var port = port("plain " + found.host(), null, InetAddress.getLoopbackAddress(), 0);
        return "Endpoint=sb://localhost:%d;SharedAccessKeyName=%s;SharedAccessKey=%s;UseDevelopmentEmulator=true"
                .formatted(port.number(), rule, key);
    }

    private Port port(String key, SSLContext with, InetAddress address, int number) {
        if (ports.isEmpty()) {
            signs();
        }
        var namespace = key.startsWith("plain ") ? key.substring(6).split("\\.", 2)[0] : "";
        var port = ports.computeIfAbsent(key, any -> new Port(with, broker, namespace, address, number));
        if (away) {
            port.close();
        }
        return port;
    }

    private void signs() {
        broker.after(
                SIGN_OF_LIFE,
                () -> {
                    var now = java.util.concurrent.TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
                    broker.connections().forEach(each -> each.tick(now));
                    signs();
                });
    }

    /**
     * Stores a message, as a client would send it.
     *
     * @param path of a queue or topic
     * @throws IllegalArgumentException if there is no such namespace or entity
     */
    public void send(String namespace, String path, String body, Map<String, Object> properties) {
        store(namespace, path, body, "application/json", properties);
    }

    private void store(
            String namespace,
            String path,
            String body,
            String contentType,
            Map<String, Object> properties) {
        var message = Proton.message();
        message.setMessageId(java.util.UUID.randomUUID().toString());
        message.setContentType(contentType);
        message.setApplicationProperties(new ApplicationProperties(Map.copyOf(properties)));
        message.setBody(new Data(new Binary(body.getBytes(java.nio.charset.StandardCharsets.UTF_8))));
        var encoded = Wire.encoded(message);
        known(() -> broker.locked(() -> broker.store(broker.targets(namespace(namespace), path), encoded)));
    }

    /**
     * Stores a message at the resource with this id, in another thread and in the order of the
     * calls. It is dropped, as Event Grid drops it in the end, if there is no such queue or topic.
     */
    public void post(
            String id, String body, String contentType, Map<String, Object> properties) {
        var parts = id.split("(?i)/namespaces/|/queues/|/topics/", -1);
        if (parts.length != 3) {
            LOG.warn("an event was dropped: '{}' is no queue and no topic", id);
            return;
        }
        broker.later(
                () -> {
                    try {
                        store(parts[1], parts[2], body, contentType, properties);
                    } catch (IllegalArgumentException gone) {
                        LOG.warn("an event was dropped, because its queue or topic is not there", gone);
                    }
                });
    }

    /**
     * The messages of a queue, a subscription or a dead-letter queue, by their sequence numbers.
     *
     * @throws IllegalArgumentException if there is no such namespace or entity
     */
    public List<Seen> messages(String namespace, String path) {
        var seen = new ArrayList<Seen>();
        known(
                () ->
                        broker.locked(
                                () ->
                                        broker.source(namespace(namespace), path)
                                                .from(0, Integer.MAX_VALUE)
                                                .forEach(each -> seen.add(seen(each)))));
        return List.copyOf(seen);
    }

    private static Seen seen(StoredMessage stored) {
        return new Seen(
                stored.sequence,
                text(stored.message),
                stored.message.getContentType(),
                Optional.ofNullable(stored.message.getApplicationProperties())
                        .map(each -> Map.copyOf(each.getValue()))
                        .orElse(Map.of()),
                stored.failures,
                stored.lock != null);
    }

    private static String text(Message message) {
        return switch (message.getBody()) {
            case Data data ->
                    new String(Wire.bytes(data.getValue()), java.nio.charset.StandardCharsets.UTF_8);
            case AmqpValue value -> String.valueOf(value.getValue());
            case null, default -> "";
        };
    }

    /** The connections of clients at the moment. */
    public int connections() {
        return broker.connections().size();
    }

    /** Closes all ports and drops all connections. Messages stay. */
    public synchronized void away() {
        away = true;
        ports.values().forEach(Port::close);
        dropConnections();
    }

    /** Opens the ports that {@link #away} has closed. */
    public synchronized void back() {
        away = false;
        ports.values().forEach(Port::open);
    }

    /** Drops all connections without a word, as a broken network does. */
    public void dropConnections() {
        broker.locked(() -> broker.connections().forEach(AmqpConnection::lose));
    }

    /** Ends all locks of messages. Each counts as a failed delivery. */
    public void expireLocks() {
        broker.locked(broker::expireLocks);
    }

    /** Lets all tokens that clients have presented expire. Clients may present new ones. */
    public void expireTokens() {
        broker.locked(() -> broker.connections().forEach(AmqpConnection::expireTokens));
    }

    /** Stores each of the next {@code count} messages twice, as Event Grid may. */
    public void deliverTwice(int count) {
        broker.locked(() -> broker.doubled = count);
    }

    /** Refuses the next {@code count} sends of clients with server-busy. */
    public void throttle(int count) {
        broker.locked(() -> broker.throttled = count);
    }

    /** Closes links to entities that Resource Manager no longer has, in another thread. */
    public void entitiesChanged() {
        if (!broker.connections().isEmpty()) {
            broker.later(broker::entitiesChanged);
        }
    }

    @Override
    public synchronized void close() {
        ports.values().forEach(Port::close);
        broker.close();
    }

    private Entities.Namespace namespace(String name) {
        return broker.namespace(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no namespace " + name));
    }

    private static void known(Runnable work) {
        try {
            work.run();
        } catch (BusError e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
