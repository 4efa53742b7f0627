package dev.dragoman.camel.check;

import dev.dragoman.camel.WriteEndpoint;
import dev.dragoman.camel.check.EndpointAddress.Use;
import dev.dragoman.camel.check.Reach.Unit;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.settings.SettingValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * What routes, kamelets and steps need of the API server. An object that a route describes counts
 * as written wherever that route, or one that it calls, writes.
 *
 * @param all the rights
 * @param unknown places at which the kind is known only at run time
 */
public record NeededRights(Set<Right> all, Set<Diagnostic> unknown) {
    private static final List<String> EVERYWHERE = List.of("");
    private static final String COMPUTED = "COMPUTED";

    /** Endpoints whose answer becomes the body. */
    private static final Set<String> ANSWERS = Set.of("https", "azure-arm", "azure-key-vault");

    /**
     * Rights to objects of a kind.
     *
     * @param unit address with which the route that needs them begins
     * @param namespace empty for all namespaces
     * @param part subresource, such as {@code /status}; empty for the object itself
     * @param verbs separated by spaces
     */
    public record Right(String unit, String namespace, GroupKind kind, String part, String verbs) {}

    /**
     * @param shipped addresses with which built-in routes begin; what such a route reconciles needs
     *     no more rights
     */
    static NeededRights of(List<YamlFile> files, BeanCalls beans, Set<String> shipped) {
        var needed = new NeededRights(new LinkedHashSet<>(), new LinkedHashSet<>());
        var reach = Reach.of(files);
        var called = reach.from(NeededRights::isRoot);
        for (var root : reach.all()) {
            if (isRoot(root) || !called.contains(root)) {
                needed.add(root, reach.from(root::equals), beans, shipped);
            }
        }
        return needed;
    }

    private static boolean isRoot(Unit unit) {
        return unit.isTriggered() || unit.scheme().equals(Reach.POINT);
    }

    /** Adds what a route needs, with the routes and kamelets that it calls. */
    private void add(Unit root, Set<Unit> group, BeanCalls beans, Set<String> shipped) {
        var addresses = new ArrayList<EndpointAddress>();
        group.forEach(each -> addresses.addAll(EndpointAddress.of(each.file(), each.part())));
        var from =
                addresses.stream()
                        .filter(each -> each.use() == Use.CONSUMES)
                        .filter(each -> each.hasScheme(Reach.RECONCILE))
                        .filter(each -> !shipped.contains(root.begins()))
                        .findFirst();
        var own = from.map(this::reconciled).orElse(Set.of());
        var places =
                from.map(each -> SettingValues.entries(each.parameter("namespace")))
                        .filter(each -> !each.isEmpty() && !each.toString().contains("{{"))
                        .orElse(EVERYWHERE);
        need(root, places, own, "", "get list watch");
        var unread = new LinkedHashSet<Diagnostic>();
        var made = made(group, addresses, unread);
        if (made.isEmpty() && unread.isEmpty()) {
            // the body is still the first one
            made.addAll(own);
            if (own.isEmpty()) {
                unread.add(unread(root.file(), root.part()));
            }
        }
        boolean point = root.kamelet() || root.scheme().equals(Reach.POINT);
        if (point && group.stream().anyMatch(each -> adds(each, beans))) {
            need(root, EVERYWHERE, made, "", "get create patch delete");
            unknown.addAll(unread);
        }
        addresses.forEach(each -> write(root, each, places, own, made, unread));
    }

    private void write(
            Unit root,
            EndpointAddress each,
            List<String> places,
            Set<GroupKind> own,
            Set<GroupKind> made,
            Set<Diagnostic> unread) {
        // the operator's own lines have its field managers
        var scheme = each.name().startsWith(WriteEndpoint.OWN) ? "" : each.scheme();
        var action = each.parameter("action");
        if (scheme.equals("kubernetes-apply") && !action.equals("annotate")) {
            boolean owned = !"false".equals(each.parameter("owner"));
            var verbs = action.equals("delete") ? "get delete" : "get create patch";
            need(root, owned ? places : EVERYWHERE, made, "", verbs);
            unknown.addAll(unread);
        } else if (scheme.matches("kubernetes-(apply|status|finalizer)")) {
            need(root, places, own, scheme.endsWith("status") ? "/status" : "", "patch");
        }
    }

    private static boolean adds(Unit unit, BeanCalls beans) {
        return beans.uses(unit.file(), unit.part()).stream()
                .anyMatch(each -> each.bean().equals("objects"));
    }

    /**
     * The kinds of the objects that a group describes.
     *
     * @param unread gets the places that set a body of another kind
     */
    private static Set<GroupKind> made(
            Set<Unit> group, List<EndpointAddress> addresses, Set<Diagnostic> unread) {
        var made = new LinkedHashSet<GroupKind>();
        for (var unit : group) {
            for (var step : YamlFile.fields(unit.part()).toList()) {
                var key = YamlFile.text(step.getKeyNode());
                if (key.matches("setBody|transform|setVariable|split")) {
                    var kinds = kinds(step.getValueNode());
                    made.addAll(kinds.orElse(Set.of()));
                    // within split, the body is an element of what it splits
                    if (key.equals("split") || (kinds.isEmpty() && !key.equals("setVariable"))) {
                        unread.add(unread(unit.file(), step.getKeyNode()));
                    }
                }
            }
        }
        addresses.stream()
                .filter(each -> ANSWERS.contains(each.scheme()) || SecretUse.isWhole(each))
                .forEach(each -> unread.add(unread(each.file(), each.value())));
        return made;
    }

    private void need(
            Unit root, List<String> places, Set<GroupKind> kinds, String part, String verbs) {
        for (var place : places) {
            kinds.forEach(kind -> all.add(new Right(root.begins(), place, kind, part, verbs)));
        }
    }

    /** The kinds in the option {@code kinds}. Sets of kinds, and Azure's, need no more rights. */
    private Set<GroupKind> reconciled(EndpointAddress from) {
        var found = new LinkedHashSet<GroupKind>();
        for (var each : SettingValues.entries(from.parameter("kinds"))) {
            if (each.matches("[^*{]+/[^*{]+")) {
                var kind = KindSelector.parse(each);
                found.add(new GroupKind(kind.group(), kind.kind()));
            } else if (!each.matches("[^/{]+|.*[.]azure[.]com/.*")) {
                var text = "reconciles %s: add the verbs get, list and watch for these by hand";
                unknown.add(from.file().warning(YamlFile.lineOf(from.value()), text, each));
            }
        }
        return found;
    }

    private static Diagnostic unread(YamlFile file, Node place) {
        return file.warning(
                YamlFile.lineOf(place),
                "the kind of what is written may be known only at run time: add rights to it by hand");
    }

    /** The kinds of objects that a step describes; empty when an expression decides on them. */
    private static Optional<Set<GroupKind>> kinds(Node step) {
        var expression = YamlFile.field(step, "expression").orElse(step);
        return YamlFile.field(expression, "constant")
                .or(() -> YamlFile.field(expression, "simple"))
                .map(each -> YamlFile.text(YamlFile.field(each, "expression").orElse(each)).strip())
                .flatMap(NeededRights::kinds);
    }

    private static Optional<Set<GroupKind>> kinds(String text) {
        var shown = literal(text);
        if (shown.equals(COMPUTED) && text.startsWith("${map(")) {
            // its arguments are names and values, in turn
            var arguments = literal(text.substring(6, text.length() - 2)).replace("'", "");
            shown = arguments.replaceAll("\\s*([^,]*),([^,]*),?", "$1: $2\n");
        }
        var found = new LinkedHashSet<GroupKind>();
        try {
            var value = new Load(LoadSettings.builder().build()).loadFromString(shown);
            for (var each : value instanceof List<?> list ? list : Arrays.asList(value)) {
                var version = each instanceof Map<?, ?> map ? map.get("apiVersion") : each;
                var kind = each instanceof Map<?, ?> map ? map.get("kind") : "";
                if ((version + " " + kind).contains(COMPUTED)) {
                    return Optional.empty();
                }
                if (each instanceof Map<?, ?> && version != null) {
                    found.add(new GroupKind(Fields.group(version.toString()), kind + ""));
                }
            }
            return Optional.of(found);
        } catch (YamlEngineException noYaml) {
            return Optional.empty();
        }
    }

    /** The text with a word in place of each expression and placeholder. */
    private static String literal(String text) {
        var shorter = text.replaceAll("\\$\\{[^{}]*}|\\{\\{[^{}]*}}", COMPUTED);
        return shorter.equals(text) ? text : literal(shorter);
    }
}
