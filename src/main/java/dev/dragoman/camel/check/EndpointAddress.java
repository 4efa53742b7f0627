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

/**
 * An endpoint address in a file.
 *
 * @param use what the file does with the endpoint
 * @param value node with the URI
 * @param parameters nodes of the options in the field {@code parameters}, by name; without those in
 *     the URI's query
 */
record EndpointAddress(YamlFile file, Use use, Node value, Map<String, Node> parameters) {
    /** How a file uses an endpoint. */
    enum Use {
        SENDS,
        CONSUMES,
        /** Waits for one message. */
        POLLS
    }

    private static final Set<String> SHORT_FORMS = Set.of("to", "toD", "from", "wireTap", "poll");

    /** Steps that have the URI in an expression. */
    private static final Set<String> EXPRESSIONS = Set.of("enrich", "pollEnrich");

    /** Languages in which the text of the expression is, or contains, the URI. */
    private static final Set<String> TEXTS = Set.of("constant", "simple");

    /** Whether the value of the field is a URI. */
    private static boolean isUri(String key, Node value) {
        return value instanceof ScalarNode
                && (SHORT_FORMS.contains(key) || "uri".equals(key) || key.endsWith("Uri"));
    }

    /** All endpoint addresses of a file, in the order of the file. */
    static List<EndpointAddress> of(YamlFile file) {
        return of(file, file.root());
    }

    /** All endpoint addresses in a part of the file. */
    static List<EndpointAddress> of(YamlFile file, Node part) {
        var found = new ArrayList<EndpointAddress>();
        walk(file, "", part, found);
        return found;
    }

    private static void walk(YamlFile file, String parent, Node node, List<EndpointAddress> found) {
        YamlFile.items(node).forEach(item -> walk(file, parent, item, found));
        for (var entry : YamlFile.entries(node)) {
            var key = YamlFile.text(entry.getKeyNode());
            var value = entry.getValueNode();
            if (isUri(key, value)) {
                boolean beside = "uri".equals(key);
                var options = beside ? parameters(node) : Map.<String, Node>of();
                found.add(new EndpointAddress(file, use(beside ? parent : key), value, options));
            }
            if (EXPRESSIONS.contains(key)) {
                expressed(value)
                        .map(uri -> new EndpointAddress(file, use(key), uri, Map.of()))
                        .ifPresent(found::add);
            }
            // values of options are not addresses, even when an option has a name such as uri
            if (!YamlFile.PARAMETERS.equals(key)) {
                walk(file, key, value, found);
            }
        }
    }

    /**
     * The address of a step {@code to}, in its short or long form; empty when the long form has no
     * URI.
     */
    static Optional<EndpointAddress> sent(YamlFile file, Node to) {
        return to instanceof MappingNode
                ? YamlFile.field(to, "uri")
                        .map(uri -> new EndpointAddress(file, Use.SENDS, uri, parameters(to)))
                : Optional.of(new EndpointAddress(file, Use.SENDS, to, Map.of()));
    }

    /** The URI in an expression; empty when the expression's language computes the URI. */
    private static Optional<Node> expressed(Node step) {
        for (var entry : YamlFile.entries(step)) {
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

    private static Map<String, Node> parameters(Node step) {
        var found = new LinkedHashMap<String, Node>();
        for (var each : YamlFile.entries(YamlFile.field(step, YamlFile.PARAMETERS).orElse(null))) {
            found.put(YamlFile.text(each.getKeyNode()), each.getValueNode());
        }
        return found;
    }

    boolean hasScheme(String scheme) {
        return uri().startsWith(scheme + ":");
    }

    /** The URI without the scheme and the query. */
    String name() {
        var uri = uri();
        return uri.substring(uri.indexOf(':') + 1)
                .replaceFirst("^//", "")
                .replaceFirst("\\?.*", "");
    }

    /** The scheme; the whole text without its query when there is no colon. */
    String scheme() {
        return uri().replaceFirst("[:?].*", "");
    }

    /**
     * The node that contains the option: its node in {@code parameters}, or else the node of the
     * URI; null when there is no such option.
     */
    Node parameterNode(String name) {
        return parameters.containsKey(name)
                ? parameters.get(name)
                : query(name).isEmpty() ? null : value;
    }

    /** The value of the option; empty when there is no such option. */
    String parameter(String name) {
        return parameters.containsKey(name) ? YamlFile.text(parameters.get(name)) : query(name);
    }

    /** Names of all options: in {@code parameters} and in the query. */
    Set<String> parameterNames() {
        var names = new LinkedHashSet<>(parameters.keySet());
        pairs().forEach(pair -> names.add(pair.replaceFirst("(?s)=.*", "")));
        return names;
    }

    /**
     * The options in {@code parameters} and in the query, as one sorted list of {@code name=value}.
     */
    List<String> options() {
        var all = new ArrayList<>(pairs());
        parameters.forEach((name, value) -> all.add(name + "=" + YamlFile.text(value)));
        return all.stream().sorted().toList();
    }

    /** The URI without its query. */
    String base() {
        return uri().replaceFirst("(?s)[?].*", "");
    }

    /** The options in the query, each as {@code name=value}. */
    private List<String> pairs() {
        int mark = uri().indexOf('?');
        return mark < 0 ? List.of() : List.of(uri().substring(mark + 1).split("&", -1));
    }

    /** Whether the step computes its URI: in a language that is not in {@link #TEXTS}. */
    static boolean isComputed(String key, Node value) {
        return EXPRESSIONS.contains(key)
                && value instanceof MappingNode step
                && expressed(step).isEmpty();
    }

    /**
     * Whether the text contains a placeholder or an expression, so that the check does not know its
     * final value.
     */
    static boolean isComputed(String text) {
        return text.contains("{{") || text.contains("${");
    }

    Diagnostic problem(String reason, Object... values) {
        return file.problem(value, reason, values);
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
