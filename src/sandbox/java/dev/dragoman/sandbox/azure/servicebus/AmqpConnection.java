package dev.dragoman.sandbox.azure.servicebus;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.engine.Collector;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Event;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sasl;
import org.apache.qpid.proton.engine.SaslListener;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.engine.Transport;
import org.apache.qpid.proton.engine.TransportException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection: moves bytes between its socket and AMQP, and tells its links what comes.
 * Everything but {@link #serve} and {@link #drop} needs the lock of {@link Broker}.
 */
final class AmqpConnection {
    private static final Logger LOG = LoggerFactory.getLogger(AmqpConnection.class);
    /** Tells the thread that writes to end. */
    private static final byte[] END = {};

    /** What stands at this end of a link. */
    interface Node {
        /** The client sent something, or settled what it was sent. */
        void delivery(Delivery delivery);

        /** The client may be sent more. */
        default void flow() {}

        /** The link has ended. */
        default void closed() {}

        /** Closes the link if what it needs is no longer there. */
        default void check() {}
    }

    private final Socket raw;
    private final Socket socket;
    private final Broker broker;
    private final Links links;
    private final Connection amqp = Proton.connection();
    private final Transport transport = Proton.transport();
    private final Collector events = Proton.collector();
    private final BlockingQueue<byte[]> output = new LinkedBlockingQueue<>();

    /**
     * @param raw what is below TLS
     * @param namespace the name of the namespace that all clients of the port mean; empty if the
     *     host that a client asks for says it
     */
    AmqpConnection(Socket raw, Socket socket, Broker broker, String namespace) {
        this.raw = raw;
        this.socket = socket;
        this.broker = broker;
        this.links = new Links(this, broker, namespace);
        amqp.collect(events);
        transport.setMaxFrameSize(64 * 1024);
        transport.setIdleTimeout(120_000);
        var sasl = transport.sasl();
        sasl.server();
        sasl.setMechanisms("ANONYMOUS", "EXTERNAL", "MSSBCBS");
        sasl.setListener(new AnyMechanism());
        transport.bind(amqp);
    }

    /** Serves the client until it or the broker ends the connection. */
    void serve() {
        var writer = Thread.startVirtualThread(this::write);
        // the socket below TLS too: a socket whose TLS has ended says that it is closed, and stays open
        try (raw;
                socket) {
            var buffer = new byte[32 * 1024];
            broker.locked(this::flush);
            for (int read = in(buffer); read >= 0; read = in(buffer)) {
                int count = read;
                broker.locked(() -> take(buffer, count));
            }
        } catch (IOException | TransportException gone) {
            LOG.debug("a connection to Service Bus has ended", gone);
        } catch (RuntimeException e) {
            // a defect of the sandbox must not look like an outage of Azure
            LOG.error("the sandbox's Service Bus failed, and drops the connection", e);
        } finally {
            broker.connections().remove(this);
            broker.locked(links::gone);
            output.add(END);
            writer.interrupt();
        }
    }

    private int in(byte[] buffer) throws IOException {
        return socket.getInputStream().read(buffer);
    }

    private void write() {
        try {
            for (var bytes = output.take(); bytes.length > 0; bytes = output.take()) {
                socket.getOutputStream().write(bytes);
            }
            socket.shutdownOutput();
        } catch (IOException gone) {
            drop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(byte[] bytes, int count) {
        for (int from = 0; from < count; ) {
            int size = Math.min(transport.capacity(), count - from);
            if (size <= 0) {
                return; // the client has closed the connection, and what follows means nothing
            }
            transport.tail().put(bytes, from, size);
            transport.process();
            from += size;
            dispatch();
        }
    }

    /** Hands what is to be sent to the thread that writes. */
    void flush() {
        dispatch();
        int pending = transport.pending();
        for (; pending > 0; pending = transport.pending()) {
            var bytes = new byte[pending];
            transport.head().get(bytes);
            transport.pop(pending);
            output.add(bytes);
        }
        if (pending < 0) {
            output.add(END);
        }
    }

    /** Sends an empty frame if the client needs a sign of life. */
    void tick(long now) {
        transport.tick(now);
    }

    /** Like {@link #drop}; what is sent from now on goes to other connections. */
    void lose() {
        links.gone();
        drop();
    }

    /** Ends the connection without a word, as a broken network does. */
    void drop() {
        try {
            // the client sees a reset, and not the end of TLS
            raw.setSoLinger(true, 0);
            raw.close();
        } catch (IOException gone) {
            LOG.debug("a socket was not closed", gone);
        }
    }

    /** The name of the host that the client has asked for. */
    String host() {
        return amqp.getRemoteHostname() == null ? "" : amqp.getRemoteHostname();
    }

    void checkEntities() {
        open().forEach(each -> ((Node) each.getContext()).check());
    }

    void expireTokens() {
        links.expireTokens();
    }

    /** The links that are open. */
    List<Link> open() {
        var open = new ArrayList<Link>();
        var link = amqp.linkHead(java.util.EnumSet.of(EndpointState.ACTIVE), java.util.EnumSet.of(EndpointState.ACTIVE));
        for (; link != null;
                link = link.next(java.util.EnumSet.of(EndpointState.ACTIVE), java.util.EnumSet.of(EndpointState.ACTIVE))) {
            if (link.getContext() instanceof Node) {
                open.add(link);
            }
        }
        return open;
    }

    /** Closes a link and says why. */
    static void close(Link link, BusError error) {
        link.setCondition(error.asCondition());
        link.close();
        if (link.getContext() instanceof Node node) {
            link.setContext(null);
            node.closed();
        }
    }

    private void dispatch() {
        for (var event = events.peek(); event != null; event = events.peek()) {
            handle(event);
            events.pop();
        }
    }

    private void handle(Event event) {
        switch (event.getType()) {
            case CONNECTION_REMOTE_OPEN -> {
                amqp.setContainer("dragoman-sandbox");
                amqp.open();
                links.opened();
            }
            case SESSION_REMOTE_OPEN -> event.getSession().open();
            case LINK_REMOTE_OPEN -> links.attach(event.getLink());
            case LINK_FLOW -> {
                if (event.getLink() instanceof Sender && event.getLink().getContext() instanceof Node node) {
                    node.flow();
                }
            }
            case DELIVERY -> deliver(event.getDelivery());
            case LINK_REMOTE_CLOSE, LINK_REMOTE_DETACH -> ended(event.getLink());
            case SESSION_REMOTE_CLOSE -> {
                var session = event.getSession();
                open().stream().filter(each -> each.getSession().equals(session)).forEach(AmqpConnection::ended);
                session.close();
            }
            case CONNECTION_REMOTE_CLOSE -> {
                links.gone();
                amqp.close();
            }
            default -> {
                // the other events follow from what this end does
            }
        }
    }

    private static void deliver(Delivery delivery) {
        boolean whole = !(delivery.getLink() instanceof Receiver) || !delivery.isPartial();
        if (whole && delivery.getLink().getContext() instanceof Node node) {
            node.delivery(delivery);
        }
    }

    private static void ended(Link link) {
        if (link.getContext() instanceof Node node) {
            link.setContext(null);
            node.closed();
        }
        link.close();
    }

    /** Closes the connection and says why. */
    void refuse(BusError error) {
        amqp.setCondition(new ErrorCondition(error.condition(), error.getMessage()));
        amqp.close();
    }

    /** Lets everybody in: what a client may do is said by its tokens. */
    private static final class AnyMechanism implements SaslListener {
        @Override
        public void onSaslInit(Sasl sasl, Transport transport) {
            sasl.recv(new byte[sasl.pending()], 0, sasl.pending());
            sasl.done(Sasl.SaslOutcome.PN_SASL_OK);
        }

        @Override
        public void onSaslMechanisms(Sasl sasl, Transport transport) {}

        @Override
        public void onSaslChallenge(Sasl sasl, Transport transport) {}

        @Override
        public void onSaslResponse(Sasl sasl, Transport transport) {}

        @Override
        public void onSaslOutcome(Sasl sasl, Transport transport) {}
    }
}
