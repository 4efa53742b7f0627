package dev.dragoman.camel.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * An endpoint that a file names.
 *
 * @param use what the file does with the endpoint
 * @param value node of the URI
 * @param parameters nodes of the parameters beside the URI, which are not in its query
 */
record EndpointAddress(YamlFile file, Use use, Node value, Map<String, Node> parameters) {
    /** How a file uses an endpoint. */
    enum Use {
        SENDS,
        CONSUMES,
        /** Asks for one message. */
        POLLS
    }

    private static final Set<String> SHORT_FORMS = Set.of("to", "toD", "from", "wireTap", "poll");

    /** Steps whose URI is an expression. */
    private static final Set<String> EXPRESSIONS = Set.of("enrich", "pollEnrich");

    /** Languages whose text is a URI, or contains one. */
    private static final Set<String> TEXTS = Set.of("constant", "simple");

    /** Whether the value of this field is a URI. */
    private static boolean isUri(String key, Node value) {
        return value instanceof ScalarNode
                && (SHORT_FORMS.contains(key) || "uri".equals(key) || key.endsWith("Uri"));
    }

    /** All endpoints that a file names, in its order. */
    static List<EndpointAddress> of(YamlFile file) {
        return of(file, file.root());
    }

    /** All endpoints that a part of the file names. */
    static List<EndpointAddress> of(YamlFile file, Node part) {
        var found = new ArrayList<EndpointAddress>();
        walk(file, "", part, found);
        return found;
    }

    private static void walk(YamlFile file, String parent, Node node, List<EndpointAddress> found) {
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(item -> walk(file, parent, item, found));
        } else if (node instanceof MappingNode map) {
            for (var entry : map.getValue()) {
                var key = YamlFile.text(entry.getKeyNode());
                var value = entry.getValueNode();
                if (isUri(key, value)) {
                    boolean beside = "uri".equals(key);
                    found.add(
                            new EndpointAddress(
                                    file,
                                    use(beside ? parent : key),
                                    value,
                                    beside ? parameters(map) : Map.of()));
                }
                if (EXPRESSIONS.contains(key) && value instanceof MappingNode step) {
                    expressed(step)
                            .ifPresent(
                                    uri ->
                                            found.add(
                                                    new EndpointAddress(
                                                            file, use(key), uri, Map.of())));
                }
                // values of options are no addresses, whatever the options are called
                if (!YamlFile.PARAMETERS.equals(key)) {
                    walk(file, key, value, found);
                }
            }
        }
    }

    /** The endpoint of a step {@code to}, in its short or long form. */
    static Optional<EndpointAddress> sent(YamlFile file, Node to) {
        return to instanceof MappingNode map
                ? YamlFile.field(to, "uri")
                        .map(uri -> new EndpointAddress(file, Use.SENDS, uri, parameters(map)))
                : Optional.of(new EndpointAddress(file, Use.SENDS, to, Map.of()));
    }

    /** The URI in an expression; empty for other languages, which compute it. */
    private static Optional<Node> expressed(MappingNode step) {
        for (var entry : step.getValue()) {
            var key = YamlFile.text(entry.getKeyNode());
            var value = entry.getValueNode();
            if ("expression".equals(key) && value instanceof MappingNode inner) {
                return expressed(inner);
            }
            if (TEXTS.contains(key)) {
                return Optional.of(YamlFile.field(value, "expression").orElse(value));
            }
        }
        return Optional.empty();
    }

    private static Use use(String step) {
        return switch (step) {
            case "from", "interceptFrom" -> Use.CONSUMES;
            case "poll", "pollEnrich" -> Use.POLLS;
            default -> Use.SENDS;
        };
    }

    private static Map<String, Node> parameters(MappingNode step) {
        var found = new LinkedHashMap<String, Node>();
        for (var entry : step.getValue()) {
            if (YamlFile.PARAMETERS.equals(YamlFile.text(entry.getKeyNode()))
                    && entry.getValueNode() instanceof MappingNode map) {
                map.getValue()
                        .forEach(p -> found.put(YamlFile.text(p.getKeyNode()), p.getValueNode()));
            }
        }
        return found;
    }

    boolean hasScheme(String scheme) {
        return uri().startsWith(scheme + ":");
    }

    /** The URI without scheme and query. */
    String name() {
        var uri = uri();
        return uri.substring(uri.indexOf(':') + 1)
                .replaceFirst("^//", "")
                .replaceFirst("\\?.*", "");
    }

    /** The scheme; the whole text when it has no colon. */
    String scheme() {
        return uri().replaceFirst("[:?].*", "");
    }

    /** Node with the parameter: its own one, or that of the URI; null when there is none. */
    Node parameterNode(String name) {
        return parameters.containsKey(name)
                ? parameters.get(name)
                : query(name).isEmpty() ? null : value;
    }

    /** Text of the parameter; empty when there is none. */
    String parameter(String name) {
        return parameters.containsKey(name) ? YamlFile.text(parameters.get(name)) : query(name);
    }

    /** Names of all parameters, beside the URI and in its query. */
    Set<String> parameterNames() {
        var names = new LinkedHashSet<>(parameters.keySet());
        pairs().forEach(pair -> names.add(pair.replaceFirst("(?s)=.*", "")));
        return names;
    }

    /** All options as {@code name=value}, sorted, those in the query and those beside the URI. */
    List<String> options() {
        var all = new ArrayList<>(pairs());
        parameters.forEach((name, value) -> all.add(name + "=" + YamlFile.text(value)));
        return all.stream().sorted().toList();
    }

    /** The URI without its query. */
    String base() {
        return uri().replaceFirst("(?s)[?].*", "");
    }

    /** The options in the query. */
    private List<String> pairs() {
        int mark = uri().indexOf('?');
        return mark < 0 ? List.of() : List.of(uri().substring(mark + 1).split("&", -1));
    }

    /** Whether the URI of this step is computed, by a language other than those of texts. */
    static boolean isComputed(String key, Node value) {
        return EXPRESSIONS.contains(key)
                && value instanceof MappingNode step
                && expressed(step).isEmpty();
    }

    /** Whether the text is known only when the route runs. */
    static boolean isComputed(String text) {
        return text.contains("{{") || text.contains("${");
    }

    Diagnostic problem(String reason) {
        return file.problem(YamlFile.lineOf(value), reason);
    }

    String uri() {
        return YamlFile.text(value);
    }

    private String query(String name) {
        return pairs().stream()
                .filter(pair -> pair.startsWith(name + "="))
                .findFirst()
                .map(pair -> pair.substring(name.length() + 1))
                .orElse("");
    }
}
