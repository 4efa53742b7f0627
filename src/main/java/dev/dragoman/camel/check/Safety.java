package dev.dragoman.camel.check;

import dev.dragoman.camel.KnownComponents;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * What an overlay may reach. It runs with the operator's identity, so it gets the product's steps
 * and not a shell: known schemes, named beans, no classes, no addresses computed at run time.
 */
final class Safety {
    private static final Set<String> FORBIDDEN =
            Set.of(
                    "recipientList",
                    "routingSlip",
                    "dynamicRouter",
                    "script",
                    "groovy",
                    "beanType",
                    "beans");

    private Safety() {}

    static List<Diagnostic> check(YamlFile file, Node from) {
        var problems = new ArrayList<Diagnostic>();
        Address.of(file, from).forEach(address -> uri(address, problems));
        KameletUse.of(file, from).forEach(use -> use.location().ifPresent(problems::add));
        walk(file, from, problems);
        return problems;
    }

    private static void walk(YamlFile file, Node node, List<Diagnostic> problems) {
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(item -> walk(file, item, problems));
        } else if (node instanceof MappingNode map) {
            for (var entry : map.getValue()) {
                var key = YamlFile.text(entry.getKeyNode());
                int line = YamlFile.lineOf(entry.getKeyNode());
                if (FORBIDDEN.contains(key)) {
                    problems.add(file.problem(line, "'" + key + "' is not allowed in an overlay"));
                }
                if (Address.isComputed(key, entry.getValueNode())) {
                    problems.add(
                            file.problem(
                                    line,
                                    "the address of '" + key + "' is computed; write a constant"));
                }
                if ("language".equals(key) && "bean".equals(YamlFile.text(entry.getValueNode()))) {
                    problems.add(file.problem(line, "call a bean by 'method', not by 'language'"));
                }
                if ("ref".equals(key) && YamlFile.text(entry.getValueNode()).contains(".")) {
                    problems.add(file.problem(line, "a bean is named, not a class"));
                }
                walk(file, entry.getValueNode(), problems);
            }
        } else if (node instanceof ScalarNode scalar) {
            text(file, scalar, problems);
        }
    }

    private static void text(YamlFile file, ScalarNode scalar, List<Diagnostic> problems) {
        var text = scalar.getValue();
        if (text.contains("#class:") || text.contains("#type:")) {
            problems.add(
                    file.problem(
                            YamlFile.lineOf(scalar),
                            "#class: and #type: are not allowed in an overlay"));
        }
        if (text.stripLeading().startsWith("resource:")) {
            problems.add(
                    file.problem(
                            YamlFile.lineOf(scalar),
                            "resource: is not allowed in an overlay, as it reads any file and any host; write the text here"));
        }
    }

    private static void uri(Address address, List<Diagnostic> problems) {
        var scheme = address.scheme();
        if (SecretUse.isWhole(address)) {
            // what the Secret has is looked at by HttpsUse
            return;
        }
        if (!KnownComponents.SCHEMES.contains(scheme)) {
            problems.add(
                    address.problem(
                            "scheme '%s' is not allowed in an overlay; known are %s"
                                    .formatted(
                                            scheme,
                                            String.join(
                                                    ", ",
                                                    KnownComponents.SCHEMES.stream()
                                                            .sorted()
                                                            .toList()))));
        } else if (!address.uri().contains(":")) {
            problems.add(
                    address.problem(
                            "'%s' is only a scheme; write the address out, like direct:NAME"
                                    .formatted(address.uri())));
        } else if ("bean".equals(scheme) && address.name().contains(".")) {
            problems.add(address.problem("a bean is named, not a class"));
        }
    }
}
