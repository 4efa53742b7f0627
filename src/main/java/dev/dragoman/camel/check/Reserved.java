package dev.dragoman.camel.check;

import dev.dragoman.camel.WriteEndpoint;
import dev.dragoman.camel.confine.KnownVariables;
import dev.dragoman.camel.finalizer.KubernetesFinalizerEndpoint;
import dev.dragoman.capability.CapabilityLines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Finds names that overlays may not use: the operator's field managers and finalizers, and
 * variables that all exchanges share.
 */
final class Reserved {
    private static final Set<String> MANAGED = Set.of("kubernetes-apply", "kubernetes-status");

    /**
     * Steps for variables. The name of the variable is in a field of {@link #NAMES}, or is the
     * step's whole value.
     */
    private static final Set<String> VARIABLES =
            Set.of("setVariable", "setVariables", "removeVariable", "convertVariableTo");

    private static final Set<String> NAMES = Set.of("name", "toName");

    /** Fields that name a variable in any step. */
    private static final Set<String> FIELDS = Set.of("variable", "variableSend", "variableReceive");

    private static final String SHARED = "(" + String.join("|", KnownVariables.SHARED) + "):";
    private static final Pattern NAME = Pattern.compile("\\s*" + SHARED + ".*", Pattern.DOTALL);
    private static final Pattern FUNCTION = Pattern.compile("^variable.*\\b" + SHARED + ".*");

    private final YamlFile file;
    private final List<Diagnostic> problems = new ArrayList<>();

    private Reserved(YamlFile file) {
        this.file = file;
    }

    /**
     * @param lines lines of all capabilities; in the capability's own route, these may use the
     *     operator's field managers
     */
    static List<Diagnostic> check(YamlFile file, List<CapabilityLines> lines) {
        var found = new Reserved(file);
        var placed = lines(file, lines);
        for (var address : EndpointAddress.of(file)) {
            found.address(address, placed.contains(address), lines);
        }
        found.walk("", "", file.root());
        for (var text : SimpleText.of(file)) {
            if (FUNCTION.matcher(text.function()).matches()) {
                found.problems.add(text.problem(shared(text.function())));
            }
        }
        return found.problems;
    }

    /** The addresses of lines in the routes of their own capabilities. */
    private static Set<EndpointAddress> lines(YamlFile file, List<CapabilityLines> known) {
        var routes = new CapabilityUnits(known, Reach.of(List.of(file)).all());
        var found = new HashSet<EndpointAddress>();
        for (var unit : routes.units()) {
            routes.owner(unit.begins())
                    .map(lines -> CapabilityUnits.placed(unit, lines))
                    .ifPresent(placed -> placed.forEach(each -> found.add(each.address())));
        }
        return found;
    }

    private void address(EndpointAddress address, boolean line, List<CapabilityLines> lines) {
        if (MANAGED.contains(address.scheme())
                && address.name().startsWith(WriteEndpoint.OWN)
                && !line) {
            var reason =
                    "field manager %s is the operator's; use a name that does not begin with '%s'";
            problems.add(address.problem(reason, address.name(), WriteEndpoint.OWN));
        }
        if (address.hasScheme("kubernetes-finalizer")) {
            KubernetesFinalizerEndpoint.refusal(address.name(), lines)
                    .ifPresent(why -> problems.add(address.problem(why)));
        }
    }

    private void walk(String step, String key, Node node) {
        YamlFile.items(node).forEach(each -> walk(step, key, each));
        for (var entry : YamlFile.entries(node)) {
            var name = YamlFile.text(entry.getKeyNode());
            optimised(name, entry.getValueNode());
            boolean variable = VARIABLES.contains(name) || FIELDS.contains(name);
            walk(variable ? name : step, name, entry.getValueNode());
        }
        if (node instanceof ScalarNode text) {
            variable(step, key, text);
        }
    }

    private void variable(String step, String key, ScalarNode text) {
        boolean names =
                FIELDS.contains(key)
                        || (VARIABLES.contains(step) && (NAMES.contains(key) || key.equals(step)))
                        || (step.equals("variable") && key.equals("expression"));
        if (names && NAME.matcher(text.getValue()).matches()) {
            problems.add(file.problem(text, shared(text.getValue())));
        }
    }

    private static String shared(String name) {
        return "'%s' is a variable that the reconciliations of all objects share; use a variable without the prefix 'global:' or 'route:'"
                .formatted(name);
    }

    /**
     * Refuses {@code allowOptimisedComponents: false}, because it turns off the check of the values
     * in computed https addresses.
     */
    private void optimised(String key, Node value) {
        if ("allowOptimisedComponents".equals(key) && !"true".equals(YamlFile.text(value))) {
            var reason =
                    "allowOptimisedComponents would turn off the check of computed addresses; leave it out";
            problems.add(file.problem(value, reason));
        }
    }
}
