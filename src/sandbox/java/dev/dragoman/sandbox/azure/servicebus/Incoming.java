package dev.dragoman.sandbox.azure.servicebus;

import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;

/** The end of a link on which a client sends messages to a queue or topic. */
final class Incoming implements Links.Entry {
    private final Receiver link;
    private final Links links;
    private final Broker broker;
    private final String path;

    Incoming(Receiver link, Links links, Broker broker, String path) {
        this.link = link;
        this.links = links;
        this.broker = broker;
        this.path = path;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public String right() {
        return "Send";
    }

    @Override
    public void delivery(Delivery delivery) {
        var bytes = read(link, delivery);
        delivery.disposition(outcome(bytes, delivery.getMessageFormat()));
        delivery.settle();
        link.flow(1);
    }

    private DeliveryState outcome(byte[] bytes, int format) {
        try {
            links.require("Send", path);
            Sending.requireOpen(broker.entity(links.namespace(), path), path, "Send");
            if (broker.throttled > 0) {
                broker.throttled--;
                throw BusError.busy();
            }
            var queues = broker.targets(links.namespace(), path);
            Wire.messages(bytes, format).forEach(each -> broker.store(queues, each));
            return Accepted.getInstance();
        } catch (BusError e) {
            var rejected = new Rejected();
            rejected.setError(e.asCondition());
            return rejected;
        }
    }

    @Override
    public void check() {
        try {
            broker.entity(links.namespace(), path);
        } catch (BusError e) {
            AmqpConnection.close(link, e);
        }
    }

    /** The bytes of a whole delivery, which is then no longer current. */
    static byte[] read(Receiver link, Delivery delivery) {
        var bytes = new byte[delivery.available()];
        link.recv(bytes, 0, bytes.length);
        link.advance();
        return bytes;
    }
}
