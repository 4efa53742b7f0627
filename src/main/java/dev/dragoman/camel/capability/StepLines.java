package dev.dragoman.camel.capability;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Line;
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
 * Runs a line of a capability's route as often as its step is due, and skips it when the step is
 * not due. Other steps of a route run as usual. Also records which lines the routes have.
 * Thread-safe.
 */
public final class StepLines implements InterceptStrategy, RouteLines {
    private final Map<String, CapabilityLines> declared = new ConcurrentHashMap<>();

    /** Addresses in the built routes, by route id. */
    private final Map<String, Set<String>> present = new ConcurrentHashMap<>();

    /** Route id to step to the addresses of lines that do the step. */
    private final Map<String, Map<String, Set<String>>> places = new ConcurrentHashMap<>();

    /** Capability to address to step. */
    private final Map<String, Map<String, String>> steps = new ConcurrentHashMap<>();

    /** Adds the lines of a capability. */
    public void declare(CapabilityLines lines) {
        declared.put(lines.capability(), lines);
        steps.put(lines.capability(), lines.byAddress());
        for (boolean deletion : List.of(false, true)) {
            places.put(
                    lines.route(deletion),
                    lines.of(deletion).stream()
                            .collect(groupingBy(Line::step, mapping(Line::address, toSet()))));
        }
    }

    /** The lines of all capabilities that were declared. */
    public Collection<CapabilityLines> declared() {
        return List.copyOf(declared.values());
    }

    /** Whether a route with this id has been built. */
    boolean hasRoute(String id) {
        return present.containsKey(id);
    }

    @Override
    public boolean has(String capability, boolean deletion, String step) {
        var lines = declared.get(capability);
        if (lines == null) {
            return true;
        }
        var route = lines.route(deletion);
        return places.get(route).getOrDefault(step, Set.of()).stream()
                .anyMatch(address -> present(route, address));
    }

    /** Whether the route has the address, or a route of no capability, which it may call. */
    private boolean present(String route, String address) {
        if (present.getOrDefault(route, Set.of()).contains(address)) {
            return true;
        }
        return present.entrySet().stream()
                .filter(each -> !isOfACapability(each.getKey()))
                .anyMatch(each -> each.getValue().contains(address));
    }

    private boolean isOfACapability(String route) {
        return places.containsKey(route);
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
                    "route " + route, "has not observed the object: call it from the trigger, by direct:");
        }
        if (step == null) {
            target.process(exchange);
            return;
        }
        if (!running.on(exchange)) {
            throw OverlayFailure.of(
                    "route " + exchange.getFromRouteId(),
                    "runs '%s' on a copy of the message (split, multicast or wireTap), so its result would be lost"
                            .formatted(address));
        }
        while (running.due(exchange, step)) {
            running.begin(exchange);
            boolean done = false;
            try {
                target.process(exchange);
                done = exchange.getException() == null;
            } finally {
                running.leave(exchange, done);
            }
            if (!done) {
                return;
            }
            running.take(exchange);
        }
    }
}
