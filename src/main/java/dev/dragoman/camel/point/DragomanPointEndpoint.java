package dev.dragoman.camel.point;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.OwnState;
import dev.dragoman.camel.ProducerEndpoint;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.Subscriptions;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.reconcile.OutcomeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Category;
import org.apache.camel.Component;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.ExchangeHelper;

/**
 * Run the steps that a platform team has added at an extension point. The steps work on a copy of
 * the exchange. The route gets back their verdict, and, at points that may change it, their message
 * body.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "dragoman-point",
        title = "Dragoman Point",
        syntax = "dragoman-point:name",
        producerOnly = true,
        category = {Category.CORE})
public class DragomanPointEndpoint extends ProducerEndpoint {
    private final Map<String, PointRunner> runners = new ConcurrentHashMap<>();

    @UriPath
    @Metadata(
            required = true,
            description =
                    "Name of the capability, a hyphen, and the name of the point. Example:"
                            + " azure-desired. In the route configuration for failures, only the name of the point.")
    private String name;

    public DragomanPointEndpoint(String uri, Component component) {
        super(uri, component);
    }

    @Override
    protected void send(Exchange exchange) {
        var step = OwnState.remove(exchange, PointStep.class).orElse(null);
        // the route configuration for failures calls this endpoint even if the point has no
        // steps
        if (step == null) {
            return;
        }
        // in the route configuration for failures, the name lacks the capability
        if (!step.id().equals(name) && !step.name().equals(name)) {
            throw new IllegalStateException(
                    "the endpoint %s cannot run the point %s, which is due"
                            .formatted(getEndpointUri(), step.id()));
        }
        if (step.point().acts() && !leads()) {
            // only the leader runs these steps: it has newer state than this replica, which
            // can no longer write
            ofTheLeader(step);
            return;
        }
        exchange.getMessage().setBody(result(exchange, step));
    }

    private PointResult result(Exchange exchange, PointStep step) {
        var runner = runners.computeIfAbsent(step.id(), this::runner);
        var interceptor = interceptor();
        if (interceptor.isEmpty()) {
            return runner.run(exchange, step);
        }
        var message = ExchangeHelper.createCopy(exchange, true);
        return interceptor
                .get()
                .run(
                        ReconciliationExchange.reconciliation(exchange),
                        step,
                        () -> runner.run(message, step));
    }

    private Optional<PointInterceptor> interceptor() {
        return Optional.ofNullable(
                getCamelContext()
                        .getRegistry()
                        .lookupByNameAndType(PointInterceptor.BEAN, PointInterceptor.class));
    }

    // Ends the reconciliation. Does nothing in the route configuration for failures: Camel
    // logs an exception of a failure's handler with all that it quotes.
    private void ofTheLeader(PointStep step) {
        if (step.id().equals(name)) {
            throw OutcomeException.soon(
                    "LeaseNotHeld",
                    "%s: this replica may no longer be the leader; its steps did not run"
                            .formatted(step.id()));
        }
    }

    private boolean leads() {
        var engine =
                getCamelContext()
                        .getRegistry()
                        .lookupByNameAndType(Subscriptions.BEAN, Subscriptions.class);
        return engine == null || engine.leads();
    }

    private PointRunner runner(String id) {
        var registry = getCamelContext().getRegistry();
        var overlays = registry.lookupByNameAndType(Overlays.BEAN, Overlays.class);
        return new PointRunner(
                getCamelContext(),
                id,
                overlays == null ? List.of() : overlays.at(id),
                interceptor().map(PointInterceptor::limit));
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }
}
