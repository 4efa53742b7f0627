package dev.dragoman.camel.capability;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.RouteLines;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
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
 * Runs each line of a capability's route as often as its step is due, which may be never. Steps of
 * a route that are not lines are not affected. Also records which lines the routes have.
 * Thread-safe.
 */
public final class StepLines implements InterceptStrategy, RouteLines {
    private final Map<String, CapabilityLines> declared = new ConcurrentHashMap<>();

    /** Addresses of all {@code to} steps in the routes that were built, by route id. */
    private final Map<String, Set<String>> present = new ConcurrentHashMap<>();

    /** For each route id and step, the addresses of the lines that do the step. */
    private final Map<String, Map<String, Set<String>>> places = new ConcurrentHashMap<>();

    /** The lines of each route's capability, by route id. */
    private final Map<String, Lines> routes = new ConcurrentHashMap<>();

    /**
     * The lines of a capability.
     *
     * @param steps names of steps by the address of their line
     */
    private record Lines(String capability, Map<String, String> steps) {}

    /** Adds the lines of a capability. */
    public void declare(CapabilityLines lines) {
        declared.put(lines.capability(), lines);
        var all = new Lines(lines.capability(), lines.byAddress());
        for (boolean deletion : List.of(false, true)) {
            routes.put(lines.route(deletion), all);
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

    /**
     * Whether a route leads to a route of a capability, by its steps {@code to} or by those of
     * routes that it calls.
     *
     * @param id id of the route
     * @param begins returns the id of the route that begins with an address, or null
     */
    public boolean leadsToCapability(String id, UnaryOperator<String> begins) {
        var seen = new HashSet<String>();
        var next = new ArrayDeque<String>(List.of(id));
        while (!next.isEmpty()) {
            var route = next.remove();
            if (routes.containsKey(route)) {
                return true;
            }
            if (seen.add(route)) {
                present.getOrDefault(route, Set.of()).stream()
                        .map(begins)
                        .filter(Objects::nonNull)
                        .forEach(next::add);
            }
        }
        return false;
    }

    @Override
    public boolean has(String capability, boolean deletion, String step) {
        var lines = declared.get(capability);
        if (lines == null) {
            return true;
        }
        var route = lines.route(deletion);
        return places.get(route).getOrDefault(step, Set.of()).stream()
                .anyMatch(present.getOrDefault(route, Set.of())::contains);
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
        // an address is a line only in the route of a capability
        var of = route == null ? null : routes.get(route.getId());
        var step = of == null ? null : of.steps().get(address);
        if (step == null) {
            return target;
        }
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                try {
                    run(exchange, of.capability(), step, target);
                } catch (Throwable thrown) {
                    exchange.setException(thrown);
                }
                callback.done(true);
                return true;
            }
        };
    }

    private static void run(Exchange exchange, String capability, String step, Processor target)
            throws Exception {
        var running = Running.of(exchange);
        if (running == null) {
            throw OverlayFailure.of(
                    "the route of " + capability,
                    "has not observed the object; call this route with 'direct:' from the route that begins with kubernetes-reconcile");
        }
        if (!running.capability().equals(capability)) {
            throw OverlayFailure.of(
                    "the route of " + capability,
                    "runs in a reconciliation of the capability '%s', so its line '%s' cannot be done"
                            .formatted(running.capability(), step));
        }
        if (!running.on(exchange)) {
            throw OverlayFailure.of(
                    "the route of " + capability,
                    "runs '%s' on a copy of the message (split, multicast or wireTap), so its result would be lost"
                            .formatted(step));
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
