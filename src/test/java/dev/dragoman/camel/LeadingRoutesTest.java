package dev.dragoman.camel;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.LoggingLevel;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.azure.servicebus.ServiceBusComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.DefaultShutdownStrategy;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.LoggingExceptionHandler;
import org.junit.jupiter.api.Test;

class LeadingRoutesTest {
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final AtomicInteger timers = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    private volatile boolean leads;

    private void start() throws Exception {
        camel.addRoutePolicyFactory(new LeadingRoutes(new LeadOnly(() -> leads), true));
        camel.addRoutes(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("timer:once?repeatCount=1&delay=0")
                                .process(exchange -> timers.incrementAndGet());
                        from("timer:other?period=20&delay=0")
                                .process(exchange -> timers.incrementAndGet())
                                .log("more than one step");
                        from("direct:a").process(exchange -> others.incrementAndGet());
                    }
                });
        camel.start();
    }

    @Test
    void timersBeginWhenTheReplicaLeads() throws Exception {
        start();
        camel.createProducerTemplate().sendBody("direct:a", "x");
        await().during(Duration.ofMillis(500)).until(() -> timers.get() == 0);
        assertThat(others).hasValue(1);
        leads = true;
        await().until(() -> timers.get() > 2);
        camel.stop();
    }

    @Test
    void oneThatNeverLedDoesNothingWhenItStops() throws Exception {
        start();
        await().during(Duration.ofMillis(300)).until(() -> timers.get() == 0);
        camel.stop();
        assertThat(((DefaultShutdownStrategy) camel.getShutdownStrategy()).isTimeoutOccurred())
                .as("a route that waits keeps the context from stopping")
                .isFalse();
        assertThat(timers).hasValue(0);
    }

    /** A route whose first starts fail runs in the end, and its endpoint is told of each. */
    @Test
    void aRouteThatCannotStartIsTriedAgain() throws Exception {
        var starts = new AtomicInteger();
        var told = new CopyOnWriteArrayList<String>();
        camel.addComponent("azure-servicebus", new Queue(starts, told));
        camel.addRoutePolicyFactory(new LeadingRoutes(new LeadOnly(() -> leads), true));
        camel.addRoutes(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("azure-servicebus:events").routeId("events").to("mock:end");
                    }
                });
        camel.start();
        await().during(Duration.ofMillis(500)).until(() -> starts.get() == 0);
        leads = true;
        await().until(() -> camel.getRouteController().getRouteStatus("events").isStarted());
        assertThat(starts).hasValue(3);
        assertThat(told).hasSize(2).allMatch(each -> each.contains("no such queue"));
        camel.stop();
    }

    @Test
    void tryingAgainEndsWithTheContext() throws Exception {
        var starts = new AtomicInteger(Integer.MIN_VALUE);
        leads = true;
        camel.addComponent("azure-servicebus", new Queue(starts, new CopyOnWriteArrayList<>()));
        camel.addRoutePolicyFactory(new LeadingRoutes(new LeadOnly(() -> leads), true));
        camel.addRoutes(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("azure-servicebus:events").routeId("events").to("mock:end");
                    }
                });
        camel.start();
        await().until(() -> starts.get() > Integer.MIN_VALUE);
        camel.stop();
        int then = starts.get();
        await().during(Duration.ofSeconds(3)).until(() -> starts.get() == then);
    }

    /** A queue whose consumer can start at the third try. */
    private static final class Queue extends ServiceBusComponent {
        private final AtomicInteger starts;
        private final List<String> told;

        Queue(AtomicInteger starts, List<String> told) {
            this.starts = starts;
            this.told = told;
        }

        @Override
        protected Endpoint createEndpoint(String uri, String left, Map<String, Object> parameters) {
            var endpoint =
                    new DefaultEndpoint(uri, this) {
                        @Override
                        public Producer createProducer() {
                            throw new UnsupportedOperationException();
                        }

                        @Override
                        public Consumer createConsumer(Processor processor) {
                            return new DefaultConsumer(this, processor) {
                                @Override
                                protected void doStart() throws Exception {
                                    if (starts.incrementAndGet() < 3) {
                                        throw new IllegalStateException("no such queue");
                                    }
                                    super.doStart();
                                }
                            };
                        }
                    };
            endpoint.setExceptionHandler(
                    new LoggingExceptionHandler(
                            getCamelContext(), LeadingRoutesTest.class, LoggingLevel.OFF) {
                        @Override
                        public void handleException(
                                String message, Exchange exchange, Throwable failure) {
                            told.add(failure.toString());
                        }
                    });
            return endpoint;
        }
    }
}
