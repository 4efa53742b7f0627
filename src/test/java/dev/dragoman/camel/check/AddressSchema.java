package dev.dragoman.camel.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.camel.KnownComponents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The schemas of endpoint addresses: which schemes there are, which options each has, what a bean
 * is called with. What an editor proposes is of docs/points.md and of the descriptors that the
 * build makes of each component.
 */
final class AddressSchema {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A method of a bean as docs/points.md has it. */
    private static final Pattern METHOD =
            Pattern.compile("(?m)^\\| `(\\w+)\\.(\\w+)\\((.*?)\\)` \\| (.*) \\|$");

    /** Values that an option may have where these are more than its descriptor says. */
    private static final Map<String, String> VALUES =
            Map.of(
                    "azure-arm?path", "(\\{id\\}|/)[^&]*",
                    "azure-key-vault?operation", "getSecret|createSecret|deleteSecret");

    /** A value that is computed, or filled in at the start. */
    private static final String COMPUTED = "RAW\\(|\\$\\{|\\{\\{";

    /** Proposals for addresses to which steps send. */
    private static final Map<String, String> SENT =
            Map.of(
                    "azure-arm", "azure-arm:get?path={id}/${1:locks}&apiVersion=${2:2020-05-01}",
                    "azure-key-vault", "azure-key-vault:${1:VAULT}?operation=${2:getSecret}",
                    "kubernetes-apply", "kubernetes-apply:${1:team-name}",
                    "kubernetes-event", "kubernetes-event:emit?reason=${1:Seen}&note=${2:text}",
                    "kubernetes-finalizer", "kubernetes-finalizer:${1:team.example.com/cleanup}",
                    "kubernetes-status", "kubernetes-status:${1:team-name}",
                    "direct", "direct:${1:NAME}",
                    "log", "log:${1:NAME}?level=${2:INFO}",
                    "kamelet", "kamelet:${1:NAME}",
                    "https", "https://${1:hooks.example.com/path}");

    /** Proposals for addresses with which routes begin. */
    private static final Map<String, String> RECEIVED =
            Map.of(
                    "kubernetes-reconcile",
                    "kubernetes-reconcile:${1:NAME}?kinds=${2:core/ConfigMap}",
                    "timer",
                    "timer:${1:NAME}?period=${2:1h}",
                    "direct",
                    "direct:${1:NAME}");

    /** The scheme with one address, which only a shipped route has. */
    private static final String QUEUE = "azure-servicebus";

    /** What the schemes are for where Camel's words would mislead. */
    private static final Map<String, String> TEXTS =
            Map.of(
                    "direct", "Call a route of this name.",
                    "log", "Log the message.",
                    "https", "Send the message to a host that DRAGOMAN_HTTPS_HOSTS allows.",
                    "kamelet", "Call a kamelet of the overlays.",
                    "timer", "Begin a route every period.",
                    "azure-key-vault", "Read, write or delete an entry of a Key Vault.");

    private final ObjectNode definitions;
    private final Map<String, JsonNode> descriptors = new TreeMap<>();
    private final Map<String, Map<String, Method>> beans = beans();

    private record Method(String arguments, String text) {}

    /**
     * How a step uses an address; with the label that descriptors give what is of the other use.
     */
    private enum Use {
        SENT("consumer"),
        RECEIVED("producer");

        private final String other;

        Use(String other) {
            this.other = other;
        }

        /** Whether the component may be used so. */
        boolean takes(JsonNode component) {
            return !component.path(other + "Only").asBoolean();
        }

        /** Whether the option is of this use. */
        boolean has(JsonNode option) {
            return !option.path("label").asText("").contains(other);
        }

        /** Name of the definition. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private AddressSchema(ObjectNode definitions) throws IOException {
        this.definitions = definitions;
        for (var scheme : KnownComponents.SCHEMES) {
            descriptors.put(scheme, descriptor(scheme));
        }
    }

    /** Adds the definitions {@code sent}, {@code received}, and of the options of each scheme. */
    static void addTo(ObjectNode definitions) throws IOException {
        var all = new AddressSchema(definitions);
        for (var use : Use.values()) {
            all.address(use);
        }
    }

    private static Map<String, Map<String, Method>> beans() {
        var found = new TreeMap<String, Map<String, Method>>();
        try {
            METHOD.matcher(Files.readString(Path.of("docs/points.md")))
                    .results()
                    .forEach(
                            row ->
                                    found.computeIfAbsent(row.group(1), b -> new TreeMap<>())
                                            .put(
                                                    row.group(2),
                                                    new Method(row.group(3), row.group(4))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** What the build says of a component. */
    private static JsonNode descriptor(String scheme) throws IOException {
        var loader = AddressSchema.class.getClassLoader();
        var service = "META-INF/services/org/apache/camel/component/" + scheme;
        try (var found = loader.getResourceAsStream(service)) {
            if (found == null) {
                throw new IllegalStateException("the class path has no " + service);
            }
            var text = new String(found.readAllBytes(), StandardCharsets.UTF_8);
            var type = text.replaceFirst("(?s).*class=([\\w.]+).*", "$1");
            var folder = type.substring(0, type.lastIndexOf('.')).replace('.', '/');
            var file = "META-INF/" + folder + "/" + scheme + ".json";
            try (var json = loader.getResourceAsStream(file)) {
                return JSON.readTree(json);
            }
        }
    }

    /** Options of a scheme that overlays may use, with what the descriptor says of each. */
    private Map<String, JsonNode> options(String scheme, Use use) {
        var known = new TreeSet<>(EndpointOptions.OPTIONS.getOrDefault(scheme, Set.of()));
        known.addAll(EndpointOptions.OWN.getOrDefault(scheme, Map.of()).keySet());
        var found = new LinkedHashMap<String, JsonNode>();
        for (var option : known) {
            var properties = descriptors.get(scheme).path("properties");
            if (use.has(properties.path(option))) {
                found.put(option, properties.path(option));
            }
        }
        return found;
    }

    private void address(Use use) {
        var schemes =
                descriptors.entrySet().stream()
                        .filter(each -> use.takes(each.getValue().path("component")))
                        .map(Map.Entry::getKey)
                        .toList();
        var made = definitions.putObject(use.text());
        made.put("type", "string");
        made.put("errorMessage", "write an address here, or the fields uri and parameters");
        made.put("pattern", "^\\{\\{|^(%s):.".formatted(String.join("|", schemes)));
        made.put(
                "patternErrorMessage",
                "an address begins with one of: " + String.join(":, ", schemes) + ":");
        proposals(use, made.putArray("defaultSnippets"));
        var rules = made.putArray("allOf");
        var ruled =
                schemes.stream()
                        .filter(
                                each ->
                                        EndpointOptions.OWN.containsKey(each)
                                                || EndpointOptions.OPTIONS.containsKey(each))
                        .filter(each -> !each.equals(QUEUE))
                        .toList();
        for (var each : ruled) {
            parameters(use, each);
            rule(rules, each + ":", pattern(each, use), usage(each, use));
        }
        beside(use, ruled);
        if (use == Use.SENT) {
            beans.forEach(
                    (bean, methods) ->
                            rule(
                                    rules,
                                    "bean:%s\\b".formatted(bean),
                                    calls(methods),
                                    called(bean, methods)));
        }
    }

    /** What a text that begins so goes on with. */
    private static void rule(ArrayNode rules, String begin, String then, String message) {
        var rule = rules.addObject();
        rule.putObject("if").put("pattern", "^" + begin);
        rule.putObject("then")
                .put("pattern", "^" + begin + then)
                .put("patternErrorMessage", message);
    }

    private void proposals(Use use, ArrayNode snippets) {
        if (use == Use.SENT) {
            beans.forEach(
                    (bean, methods) ->
                            methods.forEach(
                                    (method, each) ->
                                            snippets.addObject()
                                                    .put("label", bean + "." + method)
                                                    .put("description", each.text())
                                                    .put("body", call(bean, method, each))));
        }
        new TreeMap<>(use == Use.SENT ? SENT : RECEIVED)
                .forEach(
                        (scheme, body) ->
                                snippets.addObject()
                                        .put("label", scheme)
                                        .put("description", text(scheme))
                                        .put("body", '"' + body + '"'));
    }

    private static String call(String bean, String method, Method each) {
        var arguments = new ArrayList<String>();
        for (var argument :
                each.arguments().isEmpty() ? new String[0] : each.arguments().split(", ")) {
            arguments.add("${%d:%s}".formatted(arguments.size() + 1, argument));
        }
        return "\"bean:%s?method=%s(%s)\""
                .formatted(bean, method, String.join(", ", arguments))
                .replace("()", "");
    }

    /** A call with a method of the bean; or no method, which then stands in {@code parameters}. */
    private static String calls(Map<String, Method> methods) {
        return "(\\?method=\\s*(%s)\\s*(\\(|$)|$)".formatted(String.join("|", methods.keySet()));
    }

    private static String called(String bean, Map<String, Method> methods) {
        return "bean:%s has the methods %s"
                .formatted(
                        bean,
                        methods.entrySet().stream()
                                .map(
                                        each ->
                                                "%s(%s)"
                                                        .formatted(
                                                                each.getKey(),
                                                                each.getValue().arguments()))
                                .collect(Collectors.joining(", ")));
    }

    private String text(String scheme) {
        return TEXTS.getOrDefault(
                scheme, descriptors.get(scheme).path("component").path("description").asText());
    }

    /** What may stand behind the colon. */
    private String pattern(String scheme, Use use) {
        var options = options(scheme, use);
        var path = "[^?]+";
        for (var each : descriptors.get(scheme).path("properties")) {
            if (each.path("kind").asText().equals("path") && each.has("enum")) {
                path = "(" + values(each.path("enum")) + ")";
            }
        }
        if (options.isEmpty()) {
            return path + "$";
        }
        var alternatives = new ArrayList<String>();
        var free = new ArrayList<String>();
        options.forEach(
                (option, each) ->
                        value(scheme, option, each)
                                .ifPresentOrElse(
                                        value ->
                                                alternatives.add(
                                                        "%s=(%s)".formatted(option, value)),
                                        () -> free.add(option)));
        if (!free.isEmpty()) {
            alternatives.add("(%s)=(RAW\\([^)]*\\)|[^&]*)".formatted(String.join("|", free)));
        }
        return "%s(\\?(%s)(&(%2$s))*)?$".formatted(path, String.join("|", alternatives));
    }

    /** The values of an option; empty where it may have any. */
    private static Optional<String> value(String scheme, String option, JsonNode descriptor) {
        var known = VALUES.get(scheme + "?" + option);
        if (known == null && descriptor.has("enum") && !scheme.equals("log")) {
            known = values(descriptor.path("enum"));
        }
        return Optional.ofNullable(known).map(values -> values + "|(%s)[^&]*".formatted(COMPUTED));
    }

    /** Values in the cases in which they are usually written. */
    private static String values(JsonNode texts) {
        var all = new ArrayList<String>();
        for (var each : texts) {
            var text = each.asText();
            all.add(text);
            if (text.equals(text.toUpperCase(Locale.ROOT))) {
                all.add(text.charAt(0) + text.substring(1).toLowerCase(Locale.ROOT));
            }
        }
        return String.join("|", all);
    }

    private String usage(String scheme, Use use) {
        var methods = new ArrayList<String>();
        descriptors
                .get(scheme)
                .path("properties")
                .path("method")
                .path("enum")
                .forEach(each -> methods.add(each.asText()));
        var options = options(scheme, use).keySet();
        return (methods.isEmpty()
                        ? ""
                        : "use %s:%s; ".formatted(scheme, String.join(", ", methods)))
                + (options.isEmpty()
                        ? scheme + " has no options"
                        : "the options of %s are %s".formatted(scheme, String.join(", ", options)))
                + (scheme.equals("azure-arm") ? "; a path begins with {id} or /" : "");
    }

    private void parameters(Use use, String scheme) {
        var made = definitions.putObject(use.text() + "." + scheme);
        made.put("type", "object").put("additionalProperties", false);
        var properties = made.putObject("properties");
        options(scheme, use)
                .forEach(
                        (option, each) -> {
                            var property = properties.putObject(option);
                            property.put("description", each.path("description").asText());
                            var types = property.putArray("type").add("string");
                            switch (each.path("type").asText()) {
                                case "boolean" -> types.add("boolean");
                                case "integer", "number", "duration" -> types.add("integer");
                                default -> {}
                            }
                            value(scheme, option, each)
                                    .ifPresent(
                                            value ->
                                                    property.put(
                                                            "pattern", "^(%s)$".formatted(value)));
                            if (each.has("enum")) {
                                property.set("examples", each.path("enum"));
                            }
                        });
    }

    /** Adds the definition that ties {@code parameters} to the address beside it. */
    private void beside(Use use, List<String> schemes) {
        var rules = definitions.putObject(use.text() + ".options").putArray("allOf");
        for (var scheme : schemes) {
            var rule = rules.addObject();
            var condition = rule.putObject("if").put("type", "object");
            condition.putArray("required").add("uri");
            condition.putObject("properties").putObject("uri").put("pattern", "^" + scheme + ":");
            rule.putObject("then")
                    .putObject("properties")
                    .putObject("parameters")
                    .put("$ref", "#/definitions/%s.%s".formatted(use.text(), scheme));
        }
    }
}
