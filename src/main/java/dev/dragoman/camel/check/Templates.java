package dev.dragoman.camel.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Finds templates of objects in a list of steps. The step that reads a template must stand directly
 * below the step that sets it: a text from elsewhere could contain expressions by somebody else.
 */
final class Templates {
    static final String METHOD = "bean:objects?method=template";

    private Templates() {}

    /** The templates that steps of the list read. */
    static List<ScalarNode> of(SequenceNode steps) {
        var found = new ArrayList<ScalarNode>();
        for (int i = 1; i < steps.getValue().size(); i++) {
            if (isRead(steps.getValue().get(i))) {
                constant(steps.getValue().get(i - 1)).ifPresent(found::add);
            }
        }
        return found;
    }

    /** Line numbers, from 1, of the steps in a node that read a template. */
    static Set<Integer> lines(Node node) {
        var found = new HashSet<Integer>();
        lines(node, found);
        return found;
    }

    private static void lines(Node node, Set<Integer> found) {
        if (node instanceof SequenceNode steps) {
            for (int i = 0; i < steps.getValue().size(); i++) {
                var step = steps.getValue().get(i);
                if (i > 0 && isRead(step) && constant(steps.getValue().get(i - 1)).isPresent()) {
                    YamlFile.field(step, "to").map(Templates::line).ifPresent(found::add);
                }
                lines(step, found);
            }
        } else if (node instanceof MappingNode map) {
            map.getValue().forEach(each -> lines(each.getValueNode(), found));
        }
    }

    /** Line of the address. */
    private static int line(Node to) {
        return YamlFile.lineOf(
                to instanceof ScalarNode ? to : YamlFile.field(to, "uri").orElse(to));
    }

    private static boolean isRead(Node step) {
        return YamlFile.field(step, "to")
                .map(
                        to ->
                                to instanceof ScalarNode text
                                        ? text.getValue()
                                        : YamlFile.field(to, "uri").map(YamlFile::text).orElse("")
                                                + YamlFile.field(to, "parameters")
                                                        .flatMap(
                                                                all ->
                                                                        YamlFile.field(
                                                                                all, "method"))
                                                        .map(
                                                                method ->
                                                                        "?method="
                                                                                + YamlFile.text(
                                                                                        method))
                                                        .orElse(""))
                // the slashes may be left out
                .map(uri -> uri.replaceFirst("^bean://", "bean:"))
                .filter(METHOD::equals)
                .isPresent();
    }

    private static Optional<ScalarNode> constant(Node step) {
        return YamlFile.field(step, "setBody")
                .flatMap(body -> YamlFile.field(body, "constant"))
                .filter(ScalarNode.class::isInstance)
                .map(ScalarNode.class::cast);
    }
}
