package dev.dragoman.camel.check;

import dev.dragoman.camel.capability.LineAddress;
import dev.dragoman.capability.CapabilityLines;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The lines in the shipped routes of a capability, with their options. In a team's route, a line
 * must have the same options. Immutable.
 */
final class ShippedLines {

    /** The options that a line may have, by the address of the line. */
    private final Map<String, Set<List<String>>> options = new HashMap<>();

    private final boolean composed;

    /**
     * @param shipped all built-in files
     */
    ShippedLines(List<YamlFile> shipped, CapabilityLines lines) {
        this.composed = CompositionRoutes.isComposed(lines);
        var own = new CapabilityUnits(List.of(lines), Reach.of(shipped).all());
        own.units().stream()
                .filter(unit -> own.owner(unit.begins()).isPresent())
                .flatMap(unit -> CapabilityUnits.placed(unit, lines).stream())
                .map(CapabilityUnits.Placed::address)
                .forEach(
                        sent ->
                                options.computeIfAbsent(address(sent), any -> new HashSet<>())
                                        .add(sent.options()));
    }

    /** The address in the form that identifies a line. */
    static String address(EndpointAddress sent) {
        return LineAddress.of(sent.base() + "?" + String.join("&", sent.options()));
    }

    /**
     * The message for a line whose options are not those of the shipped line; empty when they are
     * the same.
     */
    Optional<String> differs(String step, EndpointAddress sent) {
        var address = address(sent);
        // no route of a composition is built in; the options of its lines are known
        var known = options.getOrDefault(address, Set.of(usual(address)));
        if (known.contains(sent.options()) || (options.isEmpty() && !composed)) {
            return Optional.empty();
        }
        var reason =
                options.isEmpty()
                        ? "the line '%s' has %s, but a line of a composition has no options besides a bean's method; remove them"
                        : "the line '%s' has %s here, but %s in the shipped route. Teams may not change the options of a line; copy them from './dragoman routes --source'";
        return Optional.of(
                reason.formatted(step, text(sent.options()), text(known.iterator().next())));
    }

    /** The options of a line that no shipped route has: for a bean, its method; otherwise none. */
    private static List<String> usual(String address) {
        return address.startsWith("bean:")
                ? List.of("method=" + address.substring(address.lastIndexOf('.') + 1))
                : List.of();
    }

    private static String text(List<String> options) {
        return options.isEmpty() ? "no options" : String.join(", ", options);
    }
}
