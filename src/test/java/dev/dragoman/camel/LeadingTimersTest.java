package dev.dragoman.camel;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.DefaultShutdownStrategy;
import org.junit.jupiter.api.Test;

class LeadingTimersTest {
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final AtomicInteger timers = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    private volatile boolean leads;

    private void start() throws Exception {
        camel.addRoutePolicyFactory(new LeadingTimers(new LeadOnly(() -> leads)));
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
}
