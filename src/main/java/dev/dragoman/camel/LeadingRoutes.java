package dev.dragoman.camel;

import dev.dragoman.camel.servicebus.EventsComponent;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Paces;
import dev.dragoman.reconcile.queue.Backoff;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Route;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.RoutePolicyFactory;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.RoutePolicySupport;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Delays the timers of routes, and what receives messages, until this replica leads. Otherwise each
 * replica would run the route of a timer, for example send the same message to a webhook, and would
 * take messages that only the leader can use. A replica that loses the Lease exits, so nothing need
 * be stopped. Thread-safe.
 *
 * @param starts whether these routes start at all; in a dry run they do not
 */
record LeadingRoutes(Subscriptions engine, boolean starts) implements RoutePolicyFactory {
    private static final int EACH_MILLIS = 200;

    /** Between two tries to start a route. */
    private static final Paces.Retry PACE = new Paces.Retry(Backoff.FIRST, Outcome.Pace.FAST.cap());

    private static final ObjectKey KEY = new ObjectKey("", "Route", "", "");

    @Override
    public RoutePolicy createRoutePolicy(CamelContext context, String routeId, NamedNode route) {
        var from =
                route instanceof RouteDefinition defined ? defined.getInput().getEndpointUri() : "";
        boolean timer = from.startsWith("timer:");
        if (!timer && !from.startsWith(EventsComponent.SCHEME + ":")) {
            return null;
        }
        return !starts ? new Never() : timer ? new Waiting() : new Starting();
    }

    private static final class Never extends RoutePolicySupport {
        @Override
        public void onInit(Route route) {
            route.setAutoStartup(false);
        }
    }

    /** Starts the route when this replica leads and is ready. */
    private final class Starting extends RoutePolicySupport {
        @Override
        public void onInit(Route route) {
            route.setAutoStartup(false);
            Thread.ofVirtual().name("start-" + route.getRouteId()).start(() -> start(route));
        }

        private void start(Route route) {
            var context = route.getCamelContext();
            var pauses = new Backoff(Math::random);
            try {
                // before its start, a context counts as stopped
                while (!context.isStarted()) {
                    Thread.sleep(EACH_MILLIS);
                }
                while (context.isStarted()
                        && !(engine.leads() && ready(context) && tried(route, pauses))) {
                    Thread.sleep(EACH_MILLIS);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }

        /** Starts the route. When that fails, tells its endpoint, and waits. */
        private static boolean tried(Route route, Backoff pauses) throws InterruptedException {
            try {
                route.getCamelContext().getRouteController().startRoute(route.getRouteId());
                return true;
            } catch (Exception failure) {
                var handler = ((DefaultEndpoint) route.getEndpoint()).getExceptionHandler();
                handler.handleException(failure);
                Thread.sleep(pauses.next(KEY, PACE, Optional.empty()));
                return false;
            }
        }
    }

    /** Whether objects are listed: before that, nobody knows whom a message concerns. */
    private static boolean ready(CamelContext context) {
        return HealthCheckHelper.invokeReadiness(context).stream()
                .allMatch(each -> each.getState() == HealthCheck.State.UP);
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
