package dev.dragoman.sandbox.azure.servicebus;

import java.util.Map;
import java.util.Optional;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.message.Message;

/** The end of a link on which a client sends requests, each of which is answered by a message. */
record Requests(Receiver link, Replier replier, Handler handler) implements AmqpConnection.Node {
    /** Sends an answer to the address that a request has named. */
    interface Replier {
        void reply(String address, Message answer);
    }

    /** Answers a request. */
    interface Handler {
        /**
         * @throws BusError a refusal
         */
        Answer answer(Message request, Map<String, Object> properties);
    }

    /** The properties and the body of an answer. */
    record Answer(Map<String, Object> properties, Object body) {}

    @Override
    public void delivery(Delivery delivery) {
        var request = Wire.decoded(Incoming.read(link, delivery));
        delivery.disposition(Accepted.getInstance());
        delivery.settle();
        link.flow(1);
        var properties =
                Optional.ofNullable(request.getApplicationProperties())
                        .map(ApplicationProperties::getValue)
                        .orElse(Map.of());
        Answer answer = handler.answer(request, properties);
        var message = Proton.message();
        message.setCorrelationId(
                request.getMessageId() == null
                        ? request.getCorrelationId()
                        : request.getMessageId());
        message.setApplicationProperties(new ApplicationProperties(answer.properties()));
        message.setBody(new AmqpValue(answer.body()));
        replier.reply(request.getReplyTo(), message);
    }
}
