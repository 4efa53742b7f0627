package dev.dragoman.camel;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Route;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.RoutePolicyFactory;
import org.apache.camel.support.RoutePolicySupport;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Delays the timers of routes until this replica leads. Otherwise each replica would run the route
 * of a timer, for example send the same message to a webhook. A replica that loses the Lease exits,
 * so timers need not be stopped. Thread-safe.
 */
final class LeadingTimers implements RoutePolicyFactory {
    private static final String TIMER = "timer:";
    private static final int EACH_MILLIS = 200;

    private final Subscriptions engine;

    LeadingTimers(Subscriptions engine) {
        this.engine = engine;
    }

    @Override
    public RoutePolicy createRoutePolicy(CamelContext context, String routeId, NamedNode route) {
        return route instanceof RouteDefinition definition
                        && definition.getInput().getEndpointUri().startsWith(TIMER)
                ? new Waiting()
                : null;
    }

    /** Blocks the timer's thread at its first message until this replica leads. */
    private final class Waiting extends RoutePolicySupport {
        @Override
        public void onExchangeBegin(Route route, Exchange exchange) {
            try {
                while (!engine.leads()) {
                    if (exchange.getContext().isStopping()
                            || !ServiceHelper.isStarted(route.getConsumer())) {
                        exchange.setRouteStop(true);
                        return;
                    }
                    Thread.sleep(EACH_MILLIS);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                exchange.setRouteStop(true);
            }
        }
    }
}
