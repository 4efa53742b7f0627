package dev.dragoman.camel.check;

import dev.dragoman.camel.KnownComponents;
import dev.dragoman.camel.confine.SimpleFunctions;
import dev.dragoman.camel.point.LoopRounds;
import dev.dragoman.camel.vault.VaultComponent;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Checks what an overlay can reach. An overlay runs with the operator's identity, so it may use
 * only known schemes, and beans by their names. It may not use classes, nor addresses that are
 * computed at run time.
 */
final class Safety {
    private static final Set<String> FORBIDDEN =
            Set.of(
                    "recipientList",
                    "routingSlip",
                    "dynamicRouter",
                    "script",
                    "groovy",
                    // a route configuration would also apply to the built-in routes
                    "routeConfiguration",
                    "beanType",
                    "beans");

    /** Steps that can compute their address from the message. */
    private static final Set<String> DYNAMIC =
            Set.of("toD", "wireTap", "enrich", "pollEnrich", "poll");

    private static final Set<String> ADDRESSING =
            Set.of("uri", "parameters", "expression", "simple", "constant");

    /** Options that would override a part of the address, by scheme. */
    private static final Map<String, Set<String>> NAMES =
            Map.of(
                    "azure-arm",
                    Set.of("method"),
                    VaultComponent.SCHEME,
                    Set.of("vaultName"),
                    "bean",
                    Set.of("beanName"),
                    "kamelet",
                    Set.of("templateId", "routeId", "uuid"),
                    "direct",
                    Set.of("name"),
                    "dragoman-point",
                    Set.of("name"),
                    "kubernetes-reconcile",
                    Set.of("name"),
                    "https",
                    Set.of("httpUri", "httpUriString"),
                    "log",
                    Set.of("loggerName"),
                    "timer",
                    Set.of("timerName"));

    /**
     * Allowed options of Camel's schemes, by scheme. All options of the operator's own schemes are
     * allowed, if their values are plain texts.
     */
    private static final Map<String, Set<String>> OPTIONS =
            Map.of(
                    "bean",
                    Set.of("method"),
                    VaultComponent.SCHEME,
                    Set.of(VaultComponent.OPERATION),
                    "direct",
                    Set.of("block", "timeout", "failIfNoConsumers", "synchronous"),
                    "log",
                    Set.of(
                            "level",
                            "marker",
                            "groupSize",
                            "groupInterval",
                            "groupDelay",
                            "groupActiveOnly",
                            "logMask",
                            "maxChars",
                            "multiline",
                            "plain",
                            "showAll",
                            "showAllProperties",
                            "showAllVariables",
                            "showBody",
                            "showBodyType",
                            "showCaughtException",
                            "showException",
                            "showExchangeId",
                            "showExchangePattern",
                            "showHeaders",
                            "showProperties",
                            "showRouteGroup",
                            "showRouteId",
                            "showStackTrace",
                            "showStreams",
                            "showVariables",
                            "skipBodyLineSeparator",
                            "sourceLocationLoggerName",
                            "style"),
                    "timer",
                    Set.of(
                            "delay",
                            "includeMetadata",
                            "period",
                            "repeatCount",
                            "pattern",
                            "time",
                            "daemon",
                            "synchronous"));

    /**
     * Ends of the message for a refused option, for options that users would not expect to be
     * refused.
     */
    private static final Map<String, String> WHY =
            Map.of(
                    "timer?fixedRate",
                    ": a replica that begins to lead would run the route at once for each period that it missed. Leave it out");

    /** Names of options: without dots, because a nested option could reach all of Camel. */
    private static final Pattern OPTION = Pattern.compile("[A-Za-z0-9_-]+");

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

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]*)");

    private Safety() {}

    /**
     * @param settings names of the placeholders of the built-in routes, which overlays may use too
     */
    static List<Diagnostic> check(YamlFile file, Node from, Set<String> settings) {
        var problems = new ArrayList<Diagnostic>();
        EndpointAddress.of(file, from).forEach(address -> uri(address, problems));
        for (var use : KameletUse.of(file, from)) {
            use.location().ifPresent(problems::add);
            use.computed().ifPresent(problems::add);
        }
        walk(file, from, settings, problems);
        functions(file, from, problems);
        return problems;
    }

    /**
     * Checks the default values of a kamelet's parameters, which become part of the kamelet's
     * steps.
     *
     * @param parameters the node with the declared parameters, by name
     */
    static List<Diagnostic> defaults(YamlFile file, Node parameters, Set<String> settings) {
        var problems = new ArrayList<Diagnostic>();
        if (parameters instanceof MappingNode map) {
            for (var parameter : map.getValue()) {
                YamlFile.field(parameter.getValueNode(), "default")
                        .ifPresent(
                                value -> {
                                    walk(file, value, settings, problems);
                                    functions(file, value, problems);
                                });
            }
        }
        return problems;
    }

    private static void functions(YamlFile file, Node from, List<Diagnostic> problems) {
        for (var text : SimpleText.of(file, from)) {
            var function = text.function();
            if (!SimpleFunctions.isAllowed(function)) {
                problems.add(
                        text.problem(
                                "'${%s}' is not allowed in an overlay. Steps can read the body, headers, variables and properties of their message, and compute values; docs/points.md lists the functions"
                                        .formatted(function)));
            }
        }
    }

    /**
     * Refuses expressions in addresses: their result may be a text from an object, and that text
     * could be an expression too.
     */
    private static void computed(YamlFile file, String key, Node value, List<Diagnostic> problems) {
        var texts = new ArrayList<String>();
        collect(value, texts);
        var all = String.join(" ", texts);
        var address =
                value instanceof ScalarNode scalar
                        ? scalar.getValue()
                        : YamlFile.field(value, "uri").map(YamlFile::text).orElse("");
        boolean https = address.startsWith("https:");
        if (isExpression(all) && !https) {
            problems.add(
                    file.problem(
                            YamlFile.lineOf(value),
                            "'%s' computes an address from the message, whose text may itself be an expression; use 'to', whose arguments are values"
                                    .formatted(key)));
        }
    }

    private static boolean isExpression(String text) {
        return text.contains("${") || text.contains("$simple{");
    }

    private static void collect(Node value, List<String> texts) {
        if (value instanceof ScalarNode scalar) {
            texts.add(scalar.getValue());
        } else if (value instanceof MappingNode map) {
            for (var entry : map.getValue()) {
                if (ADDRESSING.contains(YamlFile.text(entry.getKeyNode()))) {
                    all(entry.getValueNode(), texts);
                }
            }
        }
    }

    private static void all(Node node, List<String> texts) {
        switch (node) {
            case ScalarNode scalar -> texts.add(scalar.getValue());
            case MappingNode map -> map.getValue().forEach(each -> all(each.getValueNode(), texts));
            case SequenceNode list -> list.getValue().forEach(each -> all(each, texts));
            default -> {
                // no text
            }
        }
    }

    private static void walk(
            YamlFile file, Node node, Set<String> settings, List<Diagnostic> problems) {
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(item -> walk(file, item, settings, problems));
        } else if (node instanceof MappingNode map) {
            for (var entry : map.getValue()) {
                var key = YamlFile.text(entry.getKeyNode());
                int line = YamlFile.lineOf(entry.getKeyNode());
                if (FORBIDDEN.contains(key)) {
                    problems.add(file.problem(line, "'" + key + "' is not allowed in an overlay"));
                }
                if ("loop".equals(key)) {
                    rounds(file, entry.getValueNode()).ifPresent(problems::add);
                }
                if (DYNAMIC.contains(key)) {
                    computed(file, key, entry.getValueNode(), problems);
                }
                if (EndpointAddress.isComputed(key, entry.getValueNode())) {
                    problems.add(
                            file.problem(
                                    line,
                                    "the address of '" + key + "' is computed; write a constant"));
                }
                if ("language".equals(key) && "bean".equals(YamlFile.text(entry.getValueNode()))) {
                    problems.add(
                            file.problem(
                                    line,
                                    "call a bean with the expression 'method', not with 'language'"));
                }
                if ("ref".equals(key) && isClass(YamlFile.text(entry.getValueNode()))) {
                    problems.add(file.problem(line, "name a bean here, not a class"));
                }
                if (YamlFile.PARAMETERS.equals(key)) {
                    // these keys are options, even when one has the name of a step
                    texts(file, entry.getValueNode(), settings, problems);
                } else {
                    walk(file, entry.getValueNode(), settings, problems);
                }
            }
        } else if (node instanceof ScalarNode scalar) {
            text(file, scalar, settings, problems);
        }
    }

    /** Refuses a loop whose constant number of rounds is too large. */
    private static Optional<Diagnostic> rounds(YamlFile file, Node loop) {
        var texts = new ArrayList<String>();
        collect(loop, texts);
        return texts.stream()
                .filter(text -> text.matches("\\d+"))
                .map(BigInteger::new)
                .filter(count -> count.compareTo(BigInteger.valueOf(LoopRounds.MOST)) > 0)
                .map(count -> file.problem(YamlFile.lineOf(loop), LoopRounds.tooMany(count)))
                .findFirst();
    }

    private static boolean isClass(String bean) {
        return bean.contains(".") && !EndpointAddress.isComputed(bean);
    }

    private static void texts(
            YamlFile file, Node node, Set<String> settings, List<Diagnostic> problems) {
        switch (node) {
            case ScalarNode scalar -> text(file, scalar, settings, problems);
            case MappingNode map ->
                    map.getValue()
                            .forEach(each -> texts(file, each.getValueNode(), settings, problems));
            case SequenceNode list ->
                    list.getValue().forEach(each -> texts(file, each, settings, problems));
            default -> {
                // no text
            }
        }
    }

    private static void text(
            YamlFile file, ScalarNode scalar, Set<String> settings, List<Diagnostic> problems) {
        var text = scalar.getValue();
        if (text.contains("#class:") || text.contains("#type:")) {
            problems.add(
                    file.problem(
                            YamlFile.lineOf(scalar),
                            "#class: and #type: are not allowed in an overlay"));
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
                                "'{{%s}}' is not allowed in an overlay: allowed are {{secret:NAME/KEY}}, {{azure:NAME}} and the settings of the built-in routes, %s"
                                        .formatted(
                                                name, String.join(", ", new TreeSet<>(settings)))));
            }
        }
        if (REFLECTION.matcher(text).find() && isExpression(text)) {
            problems.add(
                    file.problem(
                            YamlFile.lineOf(scalar),
                            "classes are not for overlays: steps see values, not their classes"));
        }
        if (text.stripLeading().startsWith("resource:") || RESOURCE.matcher(text).find()) {
            problems.add(
                    file.problem(
                            YamlFile.lineOf(scalar),
                            "resource: is not allowed in an overlay, because it could read any file and any host; write the text itself here"));
        }
    }

    private static void uri(EndpointAddress address, List<Diagnostic> problems) {
        var scheme = address.scheme();
        for (var option : NAMES.getOrDefault(scheme, Set.of())) {
            if (address.parameterNode(option) != null) {
                problems.add(
                        address.problem(
                                "option '%s' repeats a part of the address; leave it out"
                                        .formatted(option)));
            }
        }
        options(address, problems);
        if (SecretUse.isWhole(address)) {
            // HttpsUse checks the value of the Secret
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
        } else if (VaultComponent.SCHEME.equals(scheme)
                && !EndpointAddress.isComputed(address.base())) {
            VaultComponent.problem(address.name(), address.parameter(VaultComponent.OPERATION))
                    .ifPresent(why -> problems.add(address.problem(why)));
        } else if ("bean".equals(scheme)) {
            // BeanCalls checks the name, and refuses a computed name
            if (isClass(address.name())) {
                problems.add(address.problem("name a bean here, not a class"));
            }
        } else if (!"https".equals(scheme) && EndpointAddress.isComputed(address.base())) {
            problems.add(
                    address.problem(
                            "'%s' has a placeholder before '?', so the address cannot be checked; write it out, and use placeholders only in its options"
                                    .formatted(address.base())));
        }
    }

    private static void options(EndpointAddress address, List<Diagnostic> problems) {
        var scheme = address.scheme();
        for (var name : address.parameterNames()) {
            // parameters of https that are not options are part of the query
            boolean free = "https".equals(scheme) || SecretUse.isWhole(address);
            if (!free
                    && (!OPTIONS.getOrDefault(scheme, Set.of(name)).contains(name)
                            || !OPTION.matcher(name).matches())) {
                problems.add(
                        address.problem(
                                "the option '%s' of %s is not for overlays%s"
                                        .formatted(
                                                name,
                                                scheme,
                                                WHY.getOrDefault(scheme + "?" + name, ""))));
            } else if (address.parameter(name).strip().startsWith("#")) {
                problems.add(
                        address.problem(
                                "the value of option '%s' begins with '#', which names an object of the operator"
                                        .formatted(name)));
            }
        }
    }
}
