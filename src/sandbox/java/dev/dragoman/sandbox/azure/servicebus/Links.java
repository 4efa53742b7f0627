package dev.dragoman.sandbox.azure.servicebus;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;

/**
 * The links of a connection: which are opened, which are refused, and which are closed because a
 * token has expired. Guarded by the lock of {@link Broker}.
 */
final class Links {
    private static final String CBS = "$cbs";
    private static final String MANAGEMENT = "/$management";
    private static final long LARGEST_MESSAGE = 256L * 1024;

    /** How many messages a client may send before the first is settled. */
    private static final int CREDIT = 100;

    private final AmqpConnection connection;
    private final Broker broker;
    private final String fixedNamespace;
    private final List<Clients.Claim> claims = new ArrayList<>();

    /** Links to the client by the address to which it wants answers. */
    private final Map<String, Sender> replies = new HashMap<>();

    private Entities.Namespace namespace;

    Links(AmqpConnection connection, Broker broker, String fixedNamespace) {
        this.connection = connection;
        this.broker = broker;
        this.fixedNamespace = fixedNamespace;
    }

    /** The client has said which host it wants. */
    void opened() {
        var name =
                fixedNamespace.isEmpty() ? connection.host().split("[.:]", 2)[0] : fixedNamespace;
        var known = broker.namespace(name);
        if (known.isEmpty()) {
            connection.refuse(BusError.notFound(connection.host(), ""));
            return;
        }
        namespace = known.get();
    }

    Entities.Namespace namespace() {
        return namespace;
    }

    void attach(Link link) {
        if (namespace == null) {
            return; // the connection was refused
        }
        link.setSource(link.getRemoteSource());
        link.setTarget(link.getRemoteTarget());
        link.setSenderSettleMode(link.getRemoteSenderSettleMode());
        link.setReceiverSettleMode(link.getRemoteReceiverSettleMode());
        try {
            var node = link instanceof Receiver in ? incoming(in) : outgoing((Sender) link);
            link.setContext(node);
            link.open();
            if (link instanceof Receiver in) {
                in.flow(CREDIT);
            } else {
                node.flow();
            }
        } catch (BusError e) {
            link.setSource(null);
            link.setTarget(null);
            link.open();
            AmqpConnection.close(link, e);
        }
    }

    private AmqpConnection.Node incoming(Receiver link) {
        if (!(link.getRemoteTarget() instanceof Target target) || target.getAddress() == null) {
            throw BusError.notImplemented("transactions");
        }
        link.setMaxMessageSize(UnsignedLong.valueOf(LARGEST_MESSAGE));
        var path = path(target.getAddress());
        if (path.equalsIgnoreCase(CBS)) {
            return new Requests(link, this::reply, new Cbs(this, broker.clients)::answer);
        }
        if (isManagement(path)) {
            var managed = managed(path);
            return new Requests(link, this::reply, new Management(this, broker, managed)::answer);
        }
        require("Send", path);
        broker.targets(namespace, path);
        return new Incoming(link, this, broker, path);
    }

    private AmqpConnection.Node outgoing(Sender link) {
        if (!(link.getRemoteSource() instanceof Source source) || source.getAddress() == null) {
            throw BusError.invalid("The link has no source.");
        }
        var path = path(source.getAddress());
        if (path.equalsIgnoreCase(CBS) || isManagement(path)) {
            if (isManagement(path)) {
                managed(path);
            }
            var address = ((Target) link.getRemoteTarget()).getAddress();
            replies.put(address, link);
            return new Replies(() -> replies.remove(address, link));
        }
        if (source.getFilter() != null && !source.getFilter().isEmpty()) {
            throw BusError.notImplemented("filters of links, sessions among them: " + source.getFilter().keySet());
        }
        require("Listen", path);
        return new Outgoing(link, this, broker, path, broker.source(namespace, path));
    }

    /** The path of the entity that is managed, which must exist. */
    private String managed(String path) {
        var managed = path.substring(0, path.length() - MANAGEMENT.length());
        if (claim(managed).isEmpty()) {
            throw BusError.lacks("Listen", resource(managed));
        }
        broker.entity(namespace, managed);
        return managed;
    }

    private static boolean isManagement(String path) {
        return path.toLowerCase(Locale.ROOT).endsWith(MANAGEMENT);
    }

    private static String path(String address) {
        var path = address.replaceFirst("^(amqps?|sb)://[^/]*", "");
        return path.startsWith("/") ? path.substring(1) : path;
    }

    /** Adds a token, in place of an earlier one for the same path. */
    void accept(Clients.Claim claim) {
        claims.removeIf(each -> each.path().equals(claim.path()));
        claims.add(claim);
        broker.after(
                Duration.between(Instant.now(), claim.expires()).plusMillis(1), this::closeExpired);
    }

    void expireTokens() {
        claims.clear();
        closeExpired();
    }

    private void closeExpired() {
        claims.removeIf(each -> !each.expires().isAfter(Instant.now()));
        for (var link : connection.open()) {
            if (link.getContext() instanceof Entry entry && claim(entry.path()).isEmpty()) {
                AmqpConnection.close(
                        link,
                        BusError.renewToken(link.getName(), entry.right(), resource(entry.path())));
            }
        }
    }

    /**
     * Requires that the client has presented a token that gives the right at the moment.
     *
     * @throws BusError unauthorized
     */
    void require(String right, String path) {
        var id =
                broker.entities
                        .entity(namespace, Broker.alive(path))
                        .map(Entities.Entity::id)
                        .orElse(namespace.id());
        if (claims.stream()
                .filter(each -> each.covers(path) && each.expires().isAfter(Instant.now()))
                .noneMatch(each -> broker.clients.allows(each, right, id))) {
            throw BusError.lacks(right, resource(path));
        }
    }

    private Optional<Clients.Claim> claim(String path) {
        return claims.stream()
                .filter(each -> each.covers(path) && each.expires().isAfter(Instant.now()))
                .findFirst();
    }

    private String resource(String path) {
        return "sb://" + namespace.host() + "/" + path.toLowerCase(Locale.ROOT);
    }

    private void reply(String address, Message answer) {
        var link = replies.get(address);
        if (link == null) {
            return; // the client has closed the link, and waits no more
        }
        var bytes = Wire.encoded(answer);
        var delivery = link.delivery(Wire.tag(java.util.UUID.randomUUID()));
        link.send(bytes, 0, bytes.length);
        delivery.settle();
        link.advance();
    }

    /** The connection has ended. */
    void gone() {
        connection.open().forEach(link -> {
            var node = (AmqpConnection.Node) link.getContext();
            link.setContext(null);
            node.closed();
        });
    }

    /** A link that is open as long as a token is valid. */
    interface Entry extends AmqpConnection.Node {
        String path();

        /** Listen or Send. */
        String right();
    }

    /** The end of a link on which answers are sent. */
    private record Replies(Runnable end) implements AmqpConnection.Node {
        @Override
        public void delivery(org.apache.qpid.proton.engine.Delivery delivery) {
            delivery.settle();
        }

        @Override
        public void closed() {
            end.run();
        }
    }
}
