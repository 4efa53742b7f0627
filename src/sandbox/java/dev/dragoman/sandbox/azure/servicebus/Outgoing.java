package dev.dragoman.sandbox.azure.servicebus;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Modified;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.messaging.Released;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.amqp.transport.SenderSettleMode;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Sender;

/** The end of a link on which a client receives messages. */
final class Outgoing implements Links.Entry, Queue.Consumer {
    private final Sender link;
    private final Links links;
    private final Broker broker;
    private final String path;
    private final Queue queue;

    Outgoing(Sender link, Links links, Broker broker, String path, Queue queue) {
        this.link = link;
        this.links = links;
        this.broker = broker;
        this.path = path;
        this.queue = queue;
        Sending.requireOpen(broker.entity(links.namespace(), path), path, "Listen");
        queue.join(this);
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public String right() {
        return "Listen";
    }

    @Override
    public boolean wants() {
        return link.getCredit() > 0 && link.getContext() == this;
    }

    @Override
    public boolean locks() {
        return link.getSenderSettleMode() != SenderSettleMode.SETTLED;
    }

    @Override
    public void deliver(StoredMessage message) {
        var token = message.lock == null ? UUID.randomUUID() : message.lock;
        var delivery = link.delivery(Wire.tag(token));
        delivery.setContext(token);
        var bytes = message.taken();
        link.send(bytes, 0, bytes.length);
        if (!locks()) {
            delivery.settle();
        }
        link.advance();
    }

    @Override
    public void flow() {
        queue.pump();
        if (link.getDrain()) {
            link.drained();
        }
    }

    @Override
    public void delivery(Delivery delivery) {
        if (delivery.getRemoteState() == null || !(delivery.getContext() instanceof UUID token)) {
            return;
        }
        delivery.setContext(null); // settled once only
        delivery.disposition(outcome(token, delivery.getRemoteState()));
        delivery.settle();
    }

    private DeliveryState outcome(UUID token, DeliveryState wanted) {
        try {
            settle(queue.locked(token), wanted);
            // an error here would be one of this end
            return wanted instanceof Rejected ? new Rejected() : wanted;
        } catch (BusError e) {
            var rejected = new Rejected();
            rejected.setError(e.asCondition());
            return rejected;
        }
    }

    private void settle(StoredMessage message, DeliveryState wanted) {
        switch (wanted) {
            case Accepted _ -> queue.complete(message);
            case Released _ -> queue.release(message);
            case Modified changed -> {
                if (Boolean.TRUE.equals(changed.getUndeliverableHere())) {
                    queue.defer(message, texts(changed.getMessageAnnotations()));
                } else {
                    queue.abandon(message, texts(changed.getMessageAnnotations()));
                }
            }
            case Rejected dead ->
                    queue.deadLetter(
                            message,
                            texts(dead.getError() == null ? null : dead.getError().getInfo()));
            default -> throw BusError.notImplemented("the outcome " + wanted.getType());
        }
    }

    static Map<String, Object> texts(Map<?, ?> values) {
        var texts = new HashMap<String, Object>();
        if (values != null) {
            values.forEach(
                    (name, value) ->
                            texts.put(
                                    name.toString(), value instanceof Symbol s ? s.toString() : value));
        }
        return texts;
    }

    @Override
    public void closed() {
        queue.leave(this);
    }

    @Override
    public void check() {
        try {
            if (broker.source(links.namespace(), path) != queue) {
                throw BusError.notFound(links.namespace().host(), path);
            }
        } catch (BusError e) {
            AmqpConnection.close(link, e);
        }
    }
}
