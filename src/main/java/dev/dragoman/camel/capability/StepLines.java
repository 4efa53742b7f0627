package dev.dragoman.camel.capability;

import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.RouteLines;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/**
 * Runs a line of a capability's route when its step is due, as often as it is due, and passes it by
 * otherwise. All else in a route runs as everywhere. Knows which lines the routes have.
 * Thread-safe.
 */
public final class StepLines implements InterceptStrategy, RouteLines {
    private final Map<String, CapabilityLines> declared = new ConcurrentHashMap<>();

    /** Addresses by route. */
    private final Map<String, Set<String>> present = new ConcurrentHashMap<>();

    /** Steps by address, by capability. */
    private final Map<String, Map<String, String>> steps = new ConcurrentHashMap<>();

    /** These lines belong to a capability that is there. */
    public void declare(CapabilityLines lines) {
        declared.put(lines.capability(), lines);
        steps.put(lines.capability(), lines.byAddress());
    }

    /** All of them. */
    public Collection<CapabilityLines> declared() {
        return List.copyOf(declared.values());
    }

    /** Whether the routes that are built have one of that name. */
    boolean hasRoute(String id) {
        return present.containsKey(id);
    }

    @Override
    public boolean has(String capability, boolean deletion, String step) {
        var lines = declared.get(capability);
        return lines == null
                || lines.of(deletion).stream()
                        .filter(each -> each.step().equals(step))
                        .anyMatch(each -> present(lines.route(deletion), each.address()));
    }

    /** In the route itself, or in one that is nobody's, which it may call. */
    private boolean present(String route, String address) {
        return present.entrySet().stream()
                .filter(each -> each.getKey().equals(route) || !isOfACapability(each.getKey()))
                .anyMatch(each -> each.getValue().contains(address));
    }

    private boolean isOfACapability(String route) {
        return declared.values().stream()
                .anyMatch(
                        each -> route.equals(each.route(false)) || route.equals(each.route(true)));
    }

    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode node, Processor target, Processor next) {
        if (!(node instanceof ToDefinition to)) {
            return target;
        }
        var address = LineAddress.of(to.getEndpointUri());
        var route = ProcessorDefinitionHelper.getRoute(node);
        if (route != null) {
            present.computeIfAbsent(route.getId(), any -> ConcurrentHashMap.newKeySet())
                    .add(address);
        }
        if (steps.values().stream().noneMatch(each -> each.containsKey(address))) {
            return target;
        }
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                try {
                    run(exchange, address, target, route == null ? "" : route.getId());
                } catch (Throwable thrown) {
                    exchange.setException(thrown);
                }
                callback.done(true);
                return true;
            }
        };
    }

    private void run(Exchange exchange, String address, Processor target, String route)
            throws Exception {
        var running = Running.of(exchange);
        var step =
                running == null
                        ? null
                        : steps.getOrDefault(running.capability(), Map.of()).get(address);
        if (running == null && isOfACapability(route)) {
            throw OverlayFailure.of(
                    "route " + route, "lost what was observed, by taking away properties");
        }
        if (step == null) {
            target.process(exchange);
            return;
        }
        if (!running.on(exchange)) {
            throw OverlayFailure.of(
                    "route " + exchange.getFromRouteId(),
                    "does '%s' on a copy of the message, by split, multicast or wireTap; nobody would see what it came to"
                            .formatted(address));
        }
        while (running.due(step)) {
            running.begin(exchange);
            target.process(exchange);
            if (exchange.getException() != null) {
                return;
            }
            running.take(exchange);
        }
    }
}
