package dev.dragoman.camel.check;

import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import dev.dragoman.camel.KnownComponents;
import dev.dragoman.camel.confine.SimpleFunctions;
import dev.dragoman.camel.point.LoopRounds;
import dev.dragoman.camel.servicebus.EventsComponent;
import dev.dragoman.settings.Nearest;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Checks what an overlay can reach. An overlay runs with the operator's identity, so it may use
 * only known schemes, and beans by their names. It may not use classes, nor addresses that are
 * computed at run time.
 */
final class Safety {
    /** Steps that can compute their address from the message. */
    private static final Set<String> DYNAMIC =
            Set.of("toD", "wireTap", "enrich", "pollEnrich", "poll");

    private static final Set<String> ADDRESSING =
            Set.of("uri", "parameters", "expression", "simple", "constant");

    /**
     * Names from Java's reflection, with which a step could reach any class and read hidden values.
     */
    private static final Pattern REFLECTION =
            Pattern.compile(
                    "(?i)\\b(getClass|getDeclared\\w*|forName|classLoader|getRuntime|setAccessible)\\b|[.\\]]\\s*class\\b");

    /**
     * A reference to a resource anywhere in a text. Does not match the word "resource:" in a
     * sentence.
     */
    private static final Pattern RESOURCE =
            Pattern.compile(
                    "resource:\\s*(classpath|file|https?|ref|bean|mem|gzip|base64|data|env)\\b");

    private static final Pattern HIDDEN = Pattern.compile("\\{\\{\\s*(secret|azure)\\s*:");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]*)");

    private final YamlFile file;
    private final Set<String> settings;
    private final List<Diagnostic> problems = new ArrayList<>();

    private Safety(YamlFile file, Set<String> settings) {
        this.file = file;
        this.settings = settings;
    }

    /**
     * @param settings names of the placeholders of the built-in routes, which overlays may use too
     */
    static List<Diagnostic> check(YamlFile file, Node from, Set<String> settings) {
        var check = new Safety(file, settings);
        EndpointAddress.of(file, from).forEach(check::uri);
        for (var use : KameletUse.of(file, from)) {
            use.location().ifPresent(check.problems::add);
            use.computed().ifPresent(check.problems::add);
        }
        check.walk(from);
        check.functions(from);
        return check.problems;
    }

    /**
     * Checks the default values of a kamelet's parameters, which become part of the kamelet's
     * steps.
     *
     * @param parameters the node with the declared parameters, by name
     */
    static List<Diagnostic> defaults(YamlFile file, Node parameters, Set<String> settings) {
        var check = new Safety(file, settings);
        for (var parameter : YamlFile.entries(parameters)) {
            var value = YamlFile.field(parameter.getValueNode(), "default");
            value.ifPresent(check::walk);
            value.ifPresent(check::functions);
        }
        return check.problems;
    }

    private void say(Node at, String text, Object... values) {
        problems.add(file.problem(at, text, values));
    }

    private void functions(Node from) {
        for (var text : SimpleText.of(file, from)) {
            var function = text.function();
            if (!SimpleFunctions.isAllowed(function)) {
                var reason =
                        "'${%s}' is not allowed in an overlay. Steps can read the body, headers, variables and properties of their message, and compute values; docs/points.md lists the functions";
                problems.add(text.problem(reason, function));
            }
            var fails =
                    "'.%1$s' in '${%2$s}' can only fail: no value has the method '%1$s'. Write ?[%1$s] for the field of a map";
            SimpleFunctions.unreadable(function)
                    .map(name -> text.problem(fails, name, function))
                    .ifPresent(problems::add);
        }
    }

    /**
     * Refuses expressions in addresses: their result may be a text from an object, and that text
     * could be an expression too.
     */
    private void computed(String key, Node value) {
        var all = String.join(" ", addresses(value));
        var address =
                value instanceof ScalarNode scalar
                        ? scalar.getValue()
                        : YamlFile.field(value, "uri").map(YamlFile::text).orElse("");
        if (isExpression(all) && !address.startsWith("https:")) {
            say(
                    value,
                    "'%s' computes an address from the message, whose text may itself be an expression; use 'to', whose arguments are values",
                    key);
        }
    }

    private static boolean isExpression(String text) {
        return text.contains("${") || text.contains("$simple{");
    }

    /** The texts that make the address of a step, or its number. */
    private static List<String> addresses(Node value) {
        var parts =
                value instanceof ScalarNode
                        ? Stream.of(value)
                        : YamlFile.entries(value).stream()
                                .filter(
                                        each ->
                                                ADDRESSING.contains(
                                                        YamlFile.text(each.getKeyNode())))
                                .map(NodeTuple::getValueNode);
        return parts.flatMap(YamlFile::texts).map(ScalarNode::getValue).toList();
    }

    private void walk(Node node) {
        YamlFile.items(node).forEach(this::walk);
        for (var entry : YamlFile.entries(node)) {
            var at = entry.getKeyNode();
            var key = YamlFile.text(at);
            var value = entry.getValueNode();
            if ("beans".equals(key)) {
                say(at, "'%s' is not allowed in an overlay", key);
            }
            if ("log".equals(key)
                    && YamlFile.texts(value)
                            .anyMatch(each -> HIDDEN.matcher(each.getValue()).find())) {
                say(at, "a log shows *** in place of a hidden value; leave it out");
            }
            if ("loop".equals(key)) {
                rounds(value);
            }
            if ("jsonpath".equals(key)) {
                path(YamlFile.field(value, "expression").orElse(value));
            }
            if (DYNAMIC.contains(key)) {
                computed(key, value);
            }
            if (EndpointAddress.isComputed(key, value)) {
                say(at, "the address of '%s' is computed; write a constant", key);
            }
            if ("language".equals(key) && "bean".equals(YamlFile.text(value))) {
                say(at, "call a bean with the expression 'method', not with 'language'");
            }
            if (YamlFile.PARAMETERS.equals(key)) {
                // these keys are options, even when one has the name of a step
                YamlFile.texts(value).forEach(this::text);
            } else {
                walk(value);
            }
        }
        if (node instanceof ScalarNode scalar) {
            text(scalar);
        }
    }

    /** Refuses a loop whose constant number of rounds is too large. */
    private void rounds(Node loop) {
        addresses(loop).stream()
                .filter(text -> text.matches("\\d+"))
                .map(BigInteger::new)
                .filter(count -> count.compareTo(BigInteger.valueOf(LoopRounds.MOST)) > 0)
                .findFirst()
                .ifPresent(count -> say(loop, LoopRounds.tooMany(count)));
    }

    private void path(Node expression) {
        var text = YamlFile.text(expression);
        try {
            if (text.startsWith("$") && !EndpointAddress.isComputed(text)) {
                var _ = JsonPath.compile(text);
            }
        } catch (InvalidPathException e) {
            say(expression, "'%s' is no JSONPath; correct it: %s", text, e.getMessage());
        }
    }

    private void text(ScalarNode scalar) {
        var text = scalar.getValue();
        if (text.contains("#class:") || text.contains("#type:")) {
            say(scalar, "#class: and #type: are not allowed in an overlay");
        }
        var placeholder = PLACEHOLDER.matcher(text);
        while (placeholder.find()) {
            var name = placeholder.group(1).strip();
            // SecretUse checks these functions
            if (!name.matches("(azure|secret|secret-binary|configmap|configmap-binary)\\s*:.*")
                    && !settings.contains(name.replaceFirst(":.*", ""))
                    && !file.properties().contains(name.replaceFirst("^[?!]", ""))) {
                problems.add(
                        file.problem(
                                file.line(scalar, placeholder.start()),
                                "'{{%s}}' is not allowed in an overlay: allowed are {{secret:NAME/KEY}}, {{azure:NAME}} and the settings of the built-in routes, %s",
                                name,
                                String.join(", ", new TreeSet<>(settings))));
            }
        }
        if (REFLECTION.matcher(text).find() && isExpression(text)) {
            say(scalar, "classes are not for overlays: steps see values, not their classes");
        }
        if (text.stripLeading().startsWith("resource:") || RESOURCE.matcher(text).find()) {
            say(
                    scalar,
                    "resource: is not allowed in an overlay, because it could read any file and any host; write the text itself here");
        }
    }

    private void uri(EndpointAddress address) {
        var scheme = address.scheme();
        EndpointOptions.problems(address).forEach(problems::add);
        if (SecretUse.isWhole(address)) {
            // HttpsUse checks the value of the Secret
            return;
        }
        var base = address.base();
        if (!KnownComponents.SCHEMES.contains(scheme)) {
            var known = Nearest.first(scheme, KnownComponents.SCHEMES);
            var reason = "scheme '%s' is not allowed in an overlay; known are %s";
            problems.add(address.problem(reason, scheme, known));
        } else if (!address.uri().contains(":")) {
            var reason = "'%s' is only a scheme; write the address out, like direct:NAME";
            problems.add(address.problem(reason, address.uri()));
        } else if (EventsComponent.SCHEME.equals(scheme) && !EventsComponent.ADDRESS.equals(base)) {
            var reason = "%s cannot be used, only %s, the queue of DRAGOMAN_EVENTS_QUEUE";
            problems.add(address.problem(reason, base, EventsComponent.ADDRESS));
        } else if (!Set.of("bean", "https").contains(scheme) && EndpointAddress.isComputed(base)) {
            var reason =
                    "'%s' has a placeholder before '?', so the address cannot be checked; write it out, and use placeholders only in its options";
            problems.add(address.problem(reason, base));
        }
    }
}
