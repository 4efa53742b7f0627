package dev.dragoman.camel.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Finds templates of objects in a list of steps. The step that reads a template must stand directly
 * below the step that sets it as a constant. A text of another origin could contain expressions
 * that somebody else wrote.
 */
final class Templates {
    private static final String BEAN = "bean:objects";
    private static final String TEMPLATE = "method=template";
    static final String METHOD = BEAN + "?" + TEMPLATE;

    private Templates() {}

    /** The templates that steps of the list read. */
    static List<ScalarNode> of(YamlFile file, SequenceNode steps) {
        var found = new ArrayList<ScalarNode>();
        for (int i = 1; i < steps.getValue().size(); i++) {
            if (isSent(file, steps.getValue().get(i), Templates::reads)) {
                constant(steps.getValue().get(i - 1)).ifPresent(found::add);
            }
        }
        return found;
    }

    /**
     * Line numbers, counted from 1, of the steps in a node that send to an endpoint what the step
     * above sets as a constant.
     */
    static Set<Integer> lines(YamlFile file, Node node, Predicate<EndpointAddress> endpoint) {
        var found = new HashSet<Integer>();
        Node above = null;
        for (var step : YamlFile.items(node)) {
            if (above != null && isSent(file, step, endpoint) && constant(above).isPresent()) {
                YamlFile.field(step, "to").map(Templates::line).ifPresent(found::add);
            }
            found.addAll(lines(file, step, endpoint));
            above = step;
        }
        YamlFile.entries(node)
                .forEach(each -> found.addAll(lines(file, each.getValueNode(), endpoint)));
        return found;
    }

    /** The line of the step's address. */
    private static int line(Node to) {
        return YamlFile.lineOf(
                to instanceof ScalarNode ? to : YamlFile.field(to, "uri").orElse(to));
    }

    private static boolean isSent(YamlFile file, Node step, Predicate<EndpointAddress> endpoint) {
        return YamlFile.field(step, "to")
                .flatMap(to -> EndpointAddress.sent(file, to))
                .filter(endpoint)
                .isPresent();
    }

    /** Whether the endpoint reads a template. */
    static boolean reads(EndpointAddress to) {
        return (to.scheme() + ":" + to.name()).equals(BEAN)
                && to.options().equals(List.of(TEMPLATE));
    }

    /**
     * The text of a step that sets the body to a constant, in its short or long form; empty for
     * another step.
     */
    private static Optional<ScalarNode> constant(Node step) {
        return YamlFile.field(step, "setBody")
                .map(body -> YamlFile.field(body, "expression").orElse(body))
                .flatMap(body -> YamlFile.field(body, "constant"))
                .map(constant -> YamlFile.field(constant, "expression").orElse(constant))
                .filter(ScalarNode.class::isInstance)
                .map(ScalarNode.class::cast);
    }
}
