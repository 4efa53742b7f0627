package dev.dragoman.composition;

import dev.dragoman.composition.decision.MadeMarks;
import dev.dragoman.composition.template.Template;
import dev.dragoman.composition.template.Templates;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.GroupKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The rights of a composition's account, and those of the operator to act as it. Pure.
 *
 * @param namespace namespace of the operator
 * @param reconciled the kinds of which the composition makes objects
 * @param plurals the plurals of kinds, as far as they are known
 */
public record Rights(
        Templates templates,
        String namespace,
        Set<GroupKind> reconciled,
        Map<GroupKind, String> plurals) {
    private static final List<String> ALL =
            List.of("get", "list", "watch", "create", "patch", "delete");

    /** For objects of others, of which only missing keys are set. */
    private static final List<String> FILLING = List.of("get", "list", "watch", "create", "patch");

    /** The manifests, for {@code kubectl apply}. */
    public String manifests() {
        try (var in = Rights.class.getResourceAsStream("rights.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("ACCOUNT", MadeMarks.manager(templates.name()))
                    .replace("# MADE", rules(ofTheAccount()))
                    .replace("# RECONCILED", rules(ofTheOperator()))
                    .replace("NAMESPACE", namespace);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String rules(List<Map<String, Object>> rules) {
        return rules.stream()
                .map(each -> "- " + Json.write(each))
                .collect(Collectors.joining("\n"));
    }

    private List<Map<String, Object>> ofTheAccount() {
        var made = new TreeMap<String, Set<String>>();
        var filled = new TreeMap<String, Set<String>>();
        for (var each : templates.lines().values()) {
            var kind = each.made();
            (isOnlyFilled(kind) ? filled : made)
                    .computeIfAbsent(kind.group(), any -> new TreeSet<>())
                    .add(known(kind));
        }
        var all = new ArrayList<Map<String, Object>>();
        made.forEach((group, names) -> all.add(rule(group, names, ALL)));
        filled.forEach((group, names) -> all.add(rule(group, names, FILLING)));
        templates.lines().values().forEach(each -> all.addAll(granted(each)));
        return all;
    }

    private boolean isOnlyFilled(GroupKind kind) {
        return templates.lines().values().stream()
                .filter(each -> each.made().equals(kind))
                .allMatch(Template::missing);
    }

    /** What the account must have or may bind, because its objects give it to others. */
    private static List<Map<String, Object>> granted(Template template) {
        var literal = template.literals();
        var role = Fields.map(literal, "roleRef");
        if (role.isEmpty()) {
            return Json.maps(literal, "rules");
        }
        var kind = String.valueOf(role.get("kind")).toLowerCase(Locale.ROOT) + "s";
        var rule = new TreeMap<>(rule("rbac.authorization.k8s.io", Set.of(kind), List.of("bind")));
        rule.put("resourceNames", List.of(String.valueOf(role.get("name"))));
        return List.of(rule);
    }

    private List<Map<String, Object>> ofTheOperator() {
        var all = new ArrayList<Map<String, Object>>();
        for (var each : reconciled) {
            var name = known(each);
            all.add(rule(each.group(), Set.of(name), List.of("get", "list", "watch", "patch")));
            all.add(rule(each.group(), Set.of(name + "/status"), List.of("patch", "update")));
        }
        return all;
    }

    private String known(GroupKind kind) {
        return plurals.getOrDefault(kind, plural(kind));
    }

    /** The plural by the usual rule of English, for kinds of which nothing else is known. */
    public static String plural(GroupKind kind) {
        var lower = kind.kind().toLowerCase(Locale.ROOT);
        if (lower.matches(".*(s|x|z|ch|sh)")) {
            return lower + "es";
        }
        return lower.matches(".*[^aeiou]y")
                ? lower.substring(0, lower.length() - 1) + "ies"
                : lower + "s";
    }

    private static Map<String, Object> rule(
            String group, Collection<String> resources, List<String> verbs) {
        return new TreeMap<>(
                Map.of("apiGroups", List.of(group), "resources", resources, "verbs", verbs));
    }
}
