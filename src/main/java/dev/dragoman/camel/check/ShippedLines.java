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
 * The lines of a capability as its shipped routes have them. A line that a team writes is the same
 * line only with the same options. Immutable.
 */
final class ShippedLines {
    private static final String BEAN = "bean:";

    /** Address of a line to the options that it may have. */
    private final Map<String, Set<List<String>>> options = new HashMap<>();

    /**
     * @param shipped all built-in files
     */
    ShippedLines(List<YamlFile> shipped, CapabilityLines lines) {
        for (var unit : Reach.of(shipped).all()) {
            for (boolean deleting : List.of(false, true)) {
                if (unit.begins().equals("direct:" + lines.route(deleting))) {
                    StraightSteps.steps(unit).stream()
                            .flatMap(step -> StraightSteps.sent(unit, step).stream())
                            .forEach(
                                    sent ->
                                            options.computeIfAbsent(
                                                            address(sent), any -> new HashSet<>())
                                                    .add(sent.options()));
                }
            }
        }
    }

    /** The address of a line, by which it is known. */
    static String address(EndpointAddress sent) {
        return LineAddress.of(sent.base() + "?" + String.join("&", sent.options()));
    }

    /** Why the options of a line are not those of the shipped one; empty when they are. */
    Optional<String> differs(String step, EndpointAddress sent) {
        if (options.isEmpty()) {
            // no route of this capability is built in: its own file says what its lines are
            return Optional.empty();
        }
        var address = address(sent);
        var known = options.getOrDefault(address, Set.of(usual(address)));
        return known.contains(sent.options())
                ? Optional.empty()
                : Optional.of(
                        "the line '%s' has %s here, and %s as it is shipped. Its options are not for teams; write them as './dragoman routes --source' prints them"
                                .formatted(
                                        step, text(sent.options()), text(known.iterator().next())));
    }

    /** The options of a line that no shipped route has: a bean is called by its method. */
    private static List<String> usual(String address) {
        return address.startsWith(BEAN)
                ? List.of("method=" + address.substring(address.lastIndexOf('.') + 1))
                : List.of();
    }

    private static String text(List<String> options) {
        return options.isEmpty() ? "no options" : String.join(", ", options);
    }
}
