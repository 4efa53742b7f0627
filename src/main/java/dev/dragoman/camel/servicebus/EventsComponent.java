package dev.dragoman.camel.servicebus;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import dev.dragoman.azure.AzureEvents;
import dev.dragoman.azure.EventsBroker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.LoggingLevel;
import org.apache.camel.component.azure.servicebus.CredentialType;
import org.apache.camel.component.azure.servicebus.ServiceBusComponent;
import org.apache.camel.component.azure.servicebus.ServiceBusConfiguration;
import org.apache.camel.component.azure.servicebus.ServiceBusEndpoint;
import org.apache.camel.component.azure.servicebus.ServiceBusType;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.LoggingExceptionHandler;
import org.apache.camel.support.SimpleTypeConverter;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Camel's component {@code azure-servicebus}, restricted to the queue of change events, which is
 * reached with the settings of the operator. An endpoint of a team would send the operator's token.
 */
public class EventsComponent extends ServiceBusComponent {
    /** The scheme. */
    public static final String SCHEME = "azure-servicebus";

    /** The one address. */
    public static final String ADDRESS = SCHEME + ":events";

    /** The option that says how many messages are worked on at once. */
    public static final String WORKERS = "maxConcurrentCalls";

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Seconds between two looks at whether the broker answers. */
    private static final int EACH = 20;

    /** Longest time that the broker may take to open a link. */
    private static final Duration LONGEST_TRY = Duration.ofSeconds(20);

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
            throws Exception {
        if (!ADDRESS.equals(SCHEME + ":" + remaining)) {
            throw new IllegalArgumentException(
                    "%s:%s cannot be used, only %s, the queue of DRAGOMAN_EVENTS_QUEUE"
                            .formatted(SCHEME, remaining, ADDRESS));
        }
        // Camel sets no option of a component that is not its own
        int workers = getAndRemoveParameter(parameters, WORKERS, int.class, 1);
        var endpoint = (ServiceBusEndpoint) super.createEndpoint(uri, remaining, parameters);
        var camel = getCamelContext();
        var broker = CamelContextHelper.lookup(camel, EventsBroker.BEAN, EventsBroker.class);
        // a trial of routes has no broker, and starts none
        if (broker == null) {
            return endpoint;
        }
        configure(endpoint.getConfiguration(), broker);
        endpoint.getConfiguration().setMaxConcurrentCalls(workers);
        var events = CamelContextHelper.mandatoryLookup(camel, AzureEvents.BEAN, AzureEvents.class);
        var bytes =
                new SimpleTypeConverter(false, (type, from, body) -> ((BinaryData) body).toBytes());
        camel.getTypeConverterRegistry().addTypeConverter(byte[].class, BinaryData.class, bytes);
        // exchanges fail only while this replica ends
        endpoint.setExceptionHandler(
                new LoggingExceptionHandler(camel, EventsComponent.class, LoggingLevel.OFF) {
                    @Override
                    public void handleException(String message, Exchange exchange, Throwable why) {
                        events.failed(why.getCause() == null ? why : why.getCause());
                    }
                });
        HealthCheckHelper.getHealthCheckRegistry(camel).register(new EventsHealthCheck(events));
        // Microsoft's client reconnects without a word, so nobody would know that it has to
        var timer =
                camel.getExecutorServiceManager()
                        .newSingleThreadScheduledExecutor(this, "events-probe");
        var _ =
                timer.scheduleWithFixedDelay(
                        () -> probe(broker, events), EACH, EACH, TimeUnit.SECONDS);
        return endpoint;
    }

    /** Asks the broker for the first message, which stays there, as whoever receives them. */
    private void probe(EventsBroker broker, AzureEvents events) {
        // a route that cannot start gets no events, whatever the broker answers
        if (getCamelContext().getRoutes().stream()
                .filter(each -> each.getEndpoint() instanceof ServiceBusEndpoint)
                .noneMatch(each -> ServiceHelper.isStarted(each.getConsumer()))) {
            return;
        }
        try (var client = receiver(broker)) {
            var _ = client.peekMessage();
            events.answered();
        } catch (RuntimeException failure) {
            events.failed(failure);
        }
    }

    private static ServiceBusReceiverClient receiver(EventsBroker broker) {
        var settings = broker.settings();
        var builder = new ServiceBusClientBuilder().retryOptions(retries().setMaxRetries(0));
        settings.connection()
                .ifPresentOrElse(
                        each -> builder.connectionString(each.reveal()),
                        () -> builder.credential(settings.host(), broker.credential()));
        var receiver = builder.receiver().disableAutoComplete();
        settings.subscription()
                .ifPresentOrElse(
                        each -> receiver.topicName(settings.entity()).subscriptionName(each),
                        () -> receiver.queueName(settings.entity()));
        return receiver.buildClient();
    }

    private static AmqpRetryOptions retries() {
        return new AmqpRetryOptions().setMaxDelay(LONGEST_PAUSE).setTryTimeout(LONGEST_TRY);
    }

    private static void configure(ServiceBusConfiguration to, EventsBroker broker) {
        var settings = broker.settings();
        to.setTopicOrQueueName(settings.entity());
        to.setServiceBusType(
                settings.subscription().isPresent() ? ServiceBusType.topic : ServiceBusType.queue);
        to.setSubscriptionName(settings.subscription().orElse(null));
        if (settings.connection().isPresent()) {
            to.setCredentialType(CredentialType.CONNECTION_STRING);
            to.setConnectionString(settings.connection().get().reveal());
        } else {
            to.setCredentialType(CredentialType.TOKEN_CREDENTIAL);
            to.setFullyQualifiedNamespace(settings.host());
            to.setTokenCredential(broker.credential());
        }
        to.setAmqpRetryOptions(retries());
    }

    /**
     * Whether the queue of change events answers. It is no reason to restart, and none to be not
     * ready: without events each object is looked at once per resync.
     */
    static final class EventsHealthCheck extends AbstractHealthCheck {
        private final AzureEvents events;

        EventsHealthCheck(AzureEvents events) {
            super("dragoman", "events");
            this.events = events;
        }

        @Override
        public boolean isLiveness() {
            return false;
        }

        @Override
        public boolean isReadiness() {
            return false;
        }

        @Override
        protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
            events.problem().ifPresentOrElse(why -> builder.message(why).down(), builder::up);
        }
    }
}
