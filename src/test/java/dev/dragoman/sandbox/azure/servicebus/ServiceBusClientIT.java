package dev.dragoman.sandbox.azure.servicebus;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.messaging.servicebus.ServiceBusErrorContext;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.azure.messaging.servicebus.models.SubQueue;
import dev.dragoman.sandbox.azure.SdkClient;
import dev.dragoman.tier.Full;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Microsoft's Java client of Service Bus works with a namespace of the sandbox: over TLS, with
 * tokens of its Entra and roles of its Resource Manager. It belongs to the full tier.
 */
@Full
class ServiceBusClientIT {
    private static final Duration LONG = Duration.ofSeconds(10);

    private ClientBus bus;

    @BeforeEach
    void start() {
        bus = new ClientBus();
    }

    @AfterEach
    void stop() {
        bus.close();
    }

    @Test
    void messagesAreSentReceivedAndSettledInEachWay() {
        try (var sender = bus.as("app").sender().queueName("q").buildClient();
                var receiver = receiver("q")) {
            var batch = sender.createMessageBatch();
            IntStream.range(0, 3).forEach(i -> batch.tryAddMessage(new ServiceBusMessage("b" + i)));
            sender.sendMessages(batch);
            var sent = new ServiceBusMessage("m").setMessageId("id").setSubject("s");
            sent.getApplicationProperties().put("key", "v");
            sender.sendMessage(sent);
            assertThat(receiver.peekMessages(10)).hasSize(4);
            var messages = take(receiver, 4);
            assertThat(messages)
                    .extracting(each -> each.getBody().toString())
                    .containsExactly("b0", "b1", "b2", "m");
            assertThat(messages)
                    .extracting(ServiceBusReceivedMessage::getSequenceNumber)
                    .containsExactly(1L, 2L, 3L, 4L);
            var last = messages.getLast();
            assertThat(last.getMessageId()).isEqualTo("id");
            assertThat(last.getSubject()).isEqualTo("s");
            assertThat(last.getApplicationProperties()).containsEntry("key", "v");
            assertThat(last.getEnqueuedTime()).isBefore(last.getLockedUntil());
            assertThat(receiver.renewMessageLock(last)).isAfterOrEqualTo(last.getLockedUntil());
            receiver.complete(messages.get(0));
            receiver.abandon(messages.get(1));
            receiver.deadLetter(
                    messages.get(2),
                    new DeadLetterOptions()
                            .setDeadLetterReason("bad")
                            .setDeadLetterErrorDescription("because"));
            receiver.defer(last);
            var again = take(receiver, 1).getFirst();
            assertThat(again.getBody()).hasToString("b1");
            assertThat(again.getDeliveryCount()).isEqualTo(1);
            receiver.complete(again);
            receiver.complete(receiver.receiveDeferredMessage(last.getSequenceNumber()));
            assertThat(bus.bus.messages(ClientBus.NAME, "q")).isEmpty();
        }
        try (var dead =
                bus.as("app")
                        .receiver()
                        .queueName("q")
                        .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                        .buildClient()) {
            var letter = take(dead, 1).getFirst();
            assertThat(letter.getBody()).hasToString("b2");
            assertThat(letter.getDeadLetterReason()).isEqualTo("bad");
            assertThat(letter.getDeadLetterErrorDescription()).isEqualTo("because");
            dead.complete(letter);
        }
    }

    @Test
    void aMessageThatFailsTooOftenIsADeadLetter() {
        send("q", "poison");
        try (var receiver = receiver("q")) {
            IntStream.range(0, 3).forEach(any -> receiver.abandon(take(receiver, 1).getFirst()));
        }
        assertThat(bus.bus.messages(ClientBus.NAME, "q")).isEmpty();
        assertThat(bus.bus.messages(ClientBus.NAME, "q/$DeadLetterQueue"))
                .singleElement()
                .satisfies(
                        each ->
                                assertThat(each.properties())
                                        .containsEntry(
                                                "DeadLetterReason", "MaxDeliveryCountExceeded"));
    }

    @Test
    void aLockThatHasExpiredIsLost() {
        send("short", "slow");
        try (var receiver = receiver("short")) {
            var first = take(receiver, 1).getFirst();
            var second = take(receiver, 1).getFirst();
            assertThat(second.getDeliveryCount()).isEqualTo(1);
            assertThat(Duration.between(first.getLockedUntil(), second.getLockedUntil()))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
            assertThat(refused(() -> receiver.complete(first)))
                    .isEqualTo(ServiceBusFailureReason.MESSAGE_LOCK_LOST);
            bus.bus.expireLocks();
            assertThat(refused(() -> receiver.complete(second)))
                    .isEqualTo(ServiceBusFailureReason.MESSAGE_LOCK_LOST);
        }
    }

    @Test
    void aTopicGivesEachSubscriptionAMessage() {
        try (var sender = bus.as("app").sender().topicName("t").buildClient()) {
            sender.sendMessage(new ServiceBusMessage("m"));
        }
        for (var name : List.of("one", "two")) {
            try (var receiver =
                    bus.as("app")
                            .receiver()
                            .topicName("t")
                            .subscriptionName(name)
                            .receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE)
                            .buildClient()) {
                assertThat(take(receiver, 1).getFirst().getBody()).hasToString("m");
            }
            assertThat(bus.bus.messages(ClientBus.NAME, "t/subscriptions/" + name)).isEmpty();
        }
    }

    @Test
    void aMessageIsSeenAtItsTime() {
        try (var sender = bus.as("app").sender().queueName("q").buildClient();
                var receiver = receiver("q")) {
            var at = OffsetDateTime.now(ZoneOffset.UTC).plusSeconds(1);
            long never = sender.scheduleMessage(new ServiceBusMessage("never"), at.plusHours(1));
            sender.scheduleMessage(new ServiceBusMessage("later"), at);
            sender.cancelScheduledMessage(never);
            assertThat(take(receiver, 1).getFirst().getBody()).hasToString("later");
            assertThat(OffsetDateTime.now(ZoneOffset.UTC))
                    .isAfterOrEqualTo(at.minusNanos(1_000_000));
        }
    }

    @Test
    void aProcessorGetsWhatComesThroughOutages() {
        var got = new CopyOnWriteArrayList<String>();
        var errors = new CopyOnWriteArrayList<ServiceBusErrorContext>();
        try (var processor =
                bus.as("app")
                        .processor()
                        .queueName("short")
                        .processMessage(each -> got.add(each.getMessage().getBody().toString()))
                        .processError(errors::add)
                        .buildProcessorClient()) {
            processor.start();
            bus.bus.send(ClientBus.NAME, "short", "1", Map.of("a", 1));
            await().until(() -> got.contains("1"));
            bus.bus.dropConnections();
            bus.bus.send(ClientBus.NAME, "short", "2", Map.of());
            await().until(() -> got.contains("2"));
            bus.bus.expireTokens();
            bus.bus.send(ClientBus.NAME, "short", "3", Map.of());
            await().until(() -> got.contains("3"));
            bus.bus.away();
            assertThat(bus.bus.connections()).isLessThanOrEqualTo(1);
            bus.bus.deliverTwice(1);
            bus.bus.send(ClientBus.NAME, "short", "4", Map.of());
            bus.bus.back();
            await().until(() -> got.stream().filter("4"::equals).count() == 2);
        }
        await().until(() -> bus.bus.messages(ClientBus.NAME, "short").isEmpty());
    }

    @Test
    void theWrongTokensAndRightsAreRefused() {
        send("q", "m");
        var app = SdkClient.secret(bus.azure, "app", "s");
        TokenCredential ofVaults =
                request ->
                        app.getToken(
                                new TokenRequestContext()
                                        .addScopes("https://vault.azure.net/.default"));
        assertThat(refusal(() -> receiveOne(ofVaults))).contains("InvalidAudience");
        var nobody = SdkClient.secret(bus.azure, "nobody", "s");
        assertThat(refusal(() -> receiveOne(nobody)))
                .contains("Unauthorized access. 'Listen' claim(s) are required")
                .contains("Resource: 'sb://events-bus.servicebus.windows.net/q'");
        bus.assign("nobody", ClientBus.SENDER, ClientBus.NAMESPACE + "/queues/short");
        bus.assign("nobody", ClientBus.RECEIVER, ClientBus.NAMESPACE + "/queues/q");
        receiveOne(nobody);
        try (var sender = bus.as(nobody).sender().queueName("q").buildClient()) {
            assertThat(refusal(() -> sender.sendMessage(new ServiceBusMessage("m"))))
                    .contains("'Send' claim(s)");
        }
        try (var receiver = receiver("none")) {
            assertThat(refusal(() -> take(receiver, 1)))
                    .contains(
                            "messaging entity 'sb://events-bus.servicebus.windows.net/none' could not be found");
        }
        bus.azure.control().tokenLifetime(Duration.ofSeconds(-5));
        assertThat(refusal(() -> receiveOne(SdkClient.secret(bus.azure, "app", "s"))))
                .contains("ExpiredToken");
    }

    @Test
    void aKeySignsInUntilTheNamespaceForbidsIt() {
        var withKey = bus.bus.connectionString(ClientBus.NAME, "RootManageSharedAccessKey");
        try (var sender = bus.withKey(withKey).sender().queueName("q").buildClient()) {
            sender.sendMessage(new ServiceBusMessage("m"));
        }
        assertThat(bus.bus.messages(ClientBus.NAME, "q")).hasSize(1);
        var wrong = withKey.replaceFirst("SharedAccessKey=.", "SharedAccessKey=_");
        try (var sender = bus.withKey(wrong).sender().queueName("q").buildClient()) {
            assertThat(refusal(() -> sender.sendMessage(new ServiceBusMessage("m"))))
                    .contains("InvalidSignature");
        }
        bus.put(
                ClientBus.NAMESPACE,
                ClientBus.VERSION,
                "{\"location\":\"westeurope\",\"sku\":{\"name\":\"Standard\"},\"properties\":{\"disableLocalAuth\":true}}");
        try (var sender = bus.withKey(withKey).sender().queueName("q").buildClient()) {
            assertThat(refusal(() -> sender.sendMessage(new ServiceBusMessage("m"))))
                    .contains("LocalAuthDisabled");
        }
    }

    private ServiceBusReceiverClient receiver(String queue) {
        return bus.as("app")
                .receiver()
                .queueName(queue)
                .disableAutoComplete()
                .maxAutoLockRenewDuration(Duration.ZERO)
                .buildClient();
    }

    private void receiveOne(TokenCredential credential) {
        try (var receiver = bus.as(credential).receiver().queueName("q").buildClient()) {
            take(receiver, 1);
        }
    }

    private void send(String queue, String body) {
        bus.bus.send(ClientBus.NAME, queue, body, Map.of());
    }

    private static List<ServiceBusReceivedMessage> take(ServiceBusReceiverClient from, int count) {
        var all = from.receiveMessages(count, LONG).stream().toList();
        assertThat(all).hasSize(count);
        return all;
    }

    private static ServiceBusFailureReason refused(ThrowingCallable call) {
        return catchThrowableOfType(ServiceBusException.class, call).getReason();
    }

    /** What the client says of a refusal, with the causes. */
    private static String refusal(ThrowingCallable call) {
        return Throwables.getStackTrace(catchThrowable(call));
    }
}
