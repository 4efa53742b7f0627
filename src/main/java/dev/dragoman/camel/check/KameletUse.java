package dev.dragoman.camel.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A use of a kamelet in a file, as a step or as an endpoint.
 *
 * @param name name of the kamelet
 * @param named for a step, the node with the name; null for an endpoint
 * @param located the node with the option {@code location}; null when there is no such option
 */
record KameletUse(YamlFile file, String name, Node named, Node located) {
    private static final String KAMELET = "kamelet";
    private static final String LOCATION = "location";

    /** Names with which a kamelet refers to its own source and sink. */
    private static final Set<String> ENDS = Set.of("source", "sink");

    static List<KameletUse> of(YamlFile file, Node part) {
        var found = new ArrayList<KameletUse>();
        for (var address : EndpointAddress.of(file, part)) {
            if (address.hasScheme(KAMELET)) {
                add(
                        found,
                        new KameletUse(
                                file, name(address.name()), null, address.parameterNode(LOCATION)));
            }
        }
        YamlFile.fields(part)
                .filter(each -> KAMELET.equals(YamlFile.text(each.getKeyNode())))
                .forEach(each -> add(found, step(file, each.getValueNode())));
        return found;
    }

    private static KameletUse step(YamlFile file, Node value) {
        var name = YamlFile.field(value, "name").orElse(value);
        var beside = YamlFile.field(value, "parameters").flatMap(p -> YamlFile.field(p, LOCATION));
        var text = YamlFile.text(name);
        boolean inQuery = text.matches(".*[?&]" + LOCATION + "=.*");
        return new KameletUse(file, name(text), name, inQuery ? name : beside.orElse(null));
    }

    private static void add(List<KameletUse> found, KameletUse use) {
        if (!use.name().isEmpty() && !ENDS.contains(use.name())) {
            found.add(use);
        }
    }

    /** The name without the route id or options that may follow it. */
    private static String name(String text) {
        return text.replaceFirst("[/?].*", "");
    }

    /** Refuses a name with a placeholder, because the check would not know which kamelet runs. */
    Optional<Diagnostic> computed() {
        var reason =
                "the name of the kamelet has a placeholder, so the kamelet cannot be checked; write the name out";
        return Optional.ofNullable(named)
                .filter(node -> EndpointAddress.isComputed(YamlFile.text(node)))
                .map(node -> file.problem(node, reason));
    }

    /** Refuses the option {@code location}: Camel would use a file that is not checked. */
    Optional<Diagnostic> location() {
        var reason =
                "kamelet '%s' may not have the option location: kamelets are found by name, among the overlays and the built-in ones";
        return Optional.ofNullable(located).map(node -> file.problem(node, reason, name));
    }
}
