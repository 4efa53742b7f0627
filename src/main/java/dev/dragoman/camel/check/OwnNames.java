package dev.dragoman.camel.check;

import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.arm.AzureArmConstants;
import dev.dragoman.camel.capability.CapabilityProcessors;
import dev.dragoman.camel.event.KubernetesEventConstants;
import dev.dragoman.camel.reconcile.KubernetesReconcileConstants;
import dev.dragoman.capability.point.PointHeaders;
import dev.dragoman.settings.Nearest;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.component.azure.key.vault.KeyVaultConstants;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Finds names of headers and exchange properties that begin like the operator's but do not exist,
 * and so are most likely misspelt. The operator's names are taken from constants of its classes.
 */
final class OwnNames {
    private static final Pattern HEADER =
            Pattern.compile(
                    "\\b(?:CamelKubernetes(?:Reconcile|Event)|CamelAzureKeyVault|Dragoman(?=[A-Z]))\\w*(?![\\w*])");
    private static final Pattern PROPERTY =
            Pattern.compile(
                    "^exchangeProperty(?:\\[\\s*['\"]?(?<inside>[^\\]'\"]+)|[.:?]+(?<after>\\w+))");

    /** Steps and languages that name an exchange property, with the field for the name. */
    private static final Map<String, String> STEPS =
            Map.of(
                    "setProperty", "name",
                    "removeProperty", "name",
                    "exchangeProperty", "expression");

    private final Set<String> headers = new TreeSet<>();
    private final Set<String> properties = new TreeSet<>();
    private final Set<String> prefixes = new HashSet<>();

    /** Properties that the operator sets and routes may only read. */
    private final Set<String> read = new HashSet<>();

    /**
     * @param beans classes of the beans for routes, by name; the properties of a bean begin with
     *     its name
     */
    OwnNames(Map<String, Class<?>> beans) {
        texts(KubernetesReconcileConstants.class).forEach(headers::add);
        texts(KubernetesEventConstants.class).forEach(headers::add);
        texts(ReconciliationExchange.class).forEach(read::add);
        properties.addAll(read);
        prefixes.add("dragoman.");
        prefixes.add("Dragoman");
        headers.add(CapabilityProcessors.STEP);
        texts(PointHeaders.class).forEach(headers::add);
        texts(AzureArmConstants.class).forEach(headers::add);
        texts(KeyVaultConstants.class).forEach(headers::add);
        beans.forEach(
                (name, type) -> {
                    prefixes.add(name);
                    texts(type).filter(text -> text.startsWith(name)).forEach(properties::add);
                });
    }

    private static Stream<String> texts(Class<?> type) {
        return Arrays.stream(type.getFields())
                .filter(f -> Modifier.isStatic(f.getModifiers()) && f.getType() == String.class)
                .map(OwnNames::value);
    }

    private static String value(Field constant) {
        try {
            return (String) constant.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    List<Diagnostic> warnings(YamlFile file) {
        var problems = new ArrayList<Diagnostic>();
        walk(file, "", file.root(), problems);
        for (var text : SimpleText.of(file)) {
            var matcher = PROPERTY.matcher(text.function());
            if (matcher.find()) {
                var inside = matcher.group("inside");
                var name = inside == null ? matcher.group("after") : inside;
                property(file, text.line(), name, problems);
            }
        }
        return problems;
    }

    private void walk(YamlFile file, String key, Node node, List<Diagnostic> problems) {
        if (key.endsWith("Property") && STEPS.containsKey(key)) {
            written(file, node, problems);
        }
        if (STEPS.containsKey(key)
                && YamlFile.field(node, STEPS.get(key)).orElse(node) instanceof ScalarNode name) {
            property(file, YamlFile.lineOf(name), name.getValue(), problems);
        }
        YamlFile.items(node).forEach(item -> walk(file, "", item, problems));
        for (var entry : YamlFile.entries(node)) {
            var field = YamlFile.text(entry.getKeyNode());
            walk(file, field, entry.getValueNode(), problems);
        }
        if (node instanceof ScalarNode scalar) {
            header(file, scalar, problems);
        }
    }

    /** Warns of a step that sets or removes a property that routes may only read. */
    private void written(YamlFile file, Node step, List<Diagnostic> problems) {
        var name = YamlFile.field(step, "name").orElse(step);
        if (read.contains(YamlFile.text(name))) {
            problems.add(
                    file.warning(
                            YamlFile.lineOf(step),
                            "the properties %s are only for reading; the operator ignores what a route sets there",
                            String.join(", ", new TreeSet<>(read))));
        }
    }

    private void header(YamlFile file, ScalarNode scalar, List<Diagnostic> problems) {
        var matcher = HEADER.matcher(scalar.getValue());
        while (matcher.find()) {
            if (!headers.contains(matcher.group())) {
                problems.add(
                        file.warning(
                                file.line(scalar, matcher.start()),
                                "there is no header %s; known are %s",
                                matcher.group(),
                                Nearest.first(matcher.group(), headers)));
            }
        }
    }

    private void property(YamlFile file, int line, String name, List<Diagnostic> problems) {
        if (prefixes.stream().anyMatch(name::startsWith)
                && !properties.contains(name)
                && !name.endsWith("*")) {
            problems.add(
                    file.warning(
                            line,
                            "there is no property %s; known are %s. Give a property of your own another name",
                            name,
                            Nearest.first(name, properties)));
        }
    }
}
