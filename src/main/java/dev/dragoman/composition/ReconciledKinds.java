package dev.dragoman.composition;

import dev.dragoman.composition.template.Template;
import dev.dragoman.composition.template.TemplateText;
import dev.dragoman.composition.template.Templates;
import dev.dragoman.reconcile.GroupKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The kinds whose objects a team's routes hand to a composition, themselves or through other
 * routes.
 *
 * @param all by the name of the composition, as far as routes name them literally
 */
record ReconciledKinds(Map<String, Set<GroupKind>> all) {
    private static final String CALL = "direct:";
    private static final Pattern KINDS = Pattern.compile("[?&]kinds=([^&]*)");
    private static final Pattern KIND = Pattern.compile("([^/\\s]+)/([^/\\s]+)");

    static ReconciledKinds of(List<TemplateText> routes) {
        var kinds = new ReconciledKinds(new HashMap<>());
        var calls = new ArrayList<Map.Entry<String, Set<String>>>();
        for (var file : routes) {
            try {
                file.documents().forEach(each -> kinds.find(each, calls));
            } catch (YamlEngineException broken) {
                // the check of routes reports what is wrong with the file
            }
        }
        // a route may call a route, as many times as there are routes
        for (var _ : calls) {
            calls.forEach(each -> kinds.hand(kinds.of(each.getKey()), each.getValue()));
        }
        return kinds;
    }

    Set<GroupKind> of(String composition) {
        return all.getOrDefault(composition, Set.of());
    }

    private void hand(Set<GroupKind> kinds, Set<String> called) {
        for (var each : called) {
            all.computeIfAbsent(each, any -> new LinkedHashSet<>()).addAll(kinds);
        }
    }

    private void find(Object node, List<Map.Entry<String, Set<String>>> calls) {
        below(node).forEach(each -> find(each, calls));
        if (node instanceof Map<?, ?> map && map.get("from") instanceof Map<?, ?> from) {
            var uri = String.valueOf(from.get("uri"));
            var called = new HashSet<String>();
            calls(from.get("steps"), called);
            if (uri.startsWith(CALL)) {
                calls.add(Map.entry(uri.substring(CALL.length()), called));
            } else if (uri.startsWith("kubernetes-reconcile:")) {
                hand(kinds(uri, from.get("parameters")), called);
            }
        }
    }

    private static Set<GroupKind> kinds(String uri, Object parameters) {
        var option = KINDS.matcher(uri);
        var text = parameters instanceof Map<?, ?> map ? String.valueOf(map.get("kinds")) : "";
        var found = new LinkedHashSet<GroupKind>();
        for (var each : (option.find() ? option.group(1) : text).split(",", -1)) {
            var kind = KIND.matcher(each.strip());
            if (kind.matches()) {
                var group = kind.group(1).equals("core") ? "" : kind.group(1);
                found.add(new GroupKind(group, kind.group(2)));
            }
        }
        return found;
    }

    private static void calls(Object node, Set<String> called) {
        if (node instanceof String text && text.startsWith(CALL)) {
            called.add(text.substring(CALL.length()));
        }
        below(node).forEach(each -> calls(each, called));
    }

    private static Collection<?> below(Object node) {
        return switch (node) {
            case Map<?, ?> map -> map.values();
            case List<?> list -> list;
            case null, default -> List.of();
        };
    }

    /**
     * The compositions of two kinds, whose marks would be the same, and the lines that make, at
     * last, objects of the kind that their composition reconciles: one object would make the next
     * without an end.
     */
    List<String> problems(Map<String, Templates> templates) {
        var wrong = new ArrayList<String>();
        for (var from : templates.keySet()) {
            for (var line : templates.get(from).lines().values()) {
                if (of(from).size() > 1) {
                    var names = of(from).stream().map(GroupKind::kind).toList();
                    wrong.add(
                            line.at(
                                    "routes hand %s to the composition %s, but a composition is of one kind; write the templates again under another name",
                                    String.join(" and ", names), from));
                    break;
                }
                var reached = new TreeSet<String>();
                reach(line, templates, reached);
                if (reached.contains(from)) {
                    wrong.add(
                            line.at(
                                    "a %s leads to the composition %s again, so each object would make another without an end; let the line make another kind",
                                    line.kind(), from));
                }
            }
        }
        return wrong;
    }

    private void reach(Template line, Map<String, Templates> templates, Set<String> reached) {
        for (var name : templates.keySet()) {
            if (of(name).contains(line.made()) && reached.add(name)) {
                var lines = templates.get(name).lines().values();
                lines.forEach(each -> reach(each, templates, reached));
            }
        }
    }
}
