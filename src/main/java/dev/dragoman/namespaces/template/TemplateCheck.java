package dev.dragoman.namespaces.template;

import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Names;
import dev.dragoman.namespaces.decision.Keys;
import dev.dragoman.reconcile.KindSelector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that a template has only granted kinds, and only in the namespace of the request. The
 * operator makes the objects with its own rights, so other objects would give those rights away.
 */
record TemplateCheck(TemplateFile file, List<KindSelector> granted) {
    private static final String RBAC = "rbac.authorization.k8s.io";

    /** Allowed names of RBAC objects: stricter than the API server, so that no name is a path. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9:._-]{0,252}");

    /** Fields of Kubernetes' own kinds that are mappings. */
    private static final Set<String> MAPPINGS =
            Set.of("data", "stringData", "binaryData", "roleRef");

    /** Fields of Kubernetes' own kinds that are lists. */
    private static final Set<String> LISTS =
            Set.of("rules", "subjects", "secrets", "imagePullSecrets");

    List<String> problems() {
        var problems = new ArrayList<String>();
        var seen = new HashSet<String>();
        int namespaces = 0;
        boolean account = false;
        for (var document : file.documents()) {
            var object = document.content();
            var found = Template.isNamespace(object) ? namespace(object) : inside(object);
            found.addAll(metadata(object));
            var identity = object.get("apiVersion") + " " + object.get("kind") + " " + name(object);
            if (!seen.add(identity)) {
                found.add(
                        "the template has %s %s twice".formatted(object.get("kind"), name(object)));
            }
            found.forEach(
                    reason ->
                            problems.add(
                                    "%s:%d: %s".formatted(file.name(), document.line(), reason)));
            namespaces += Template.isNamespace(object) ? 1 : 0;
            account |=
                    "v1".equals(object.get("apiVersion"))
                            && "ServiceAccount".equals(object.get("kind"))
                            && Keys.ACCOUNT.equals(name(object));
        }
        if (namespaces != 1) {
            problems.add(
                    "%s:1: a template must make one Namespace named $NAMESPACE; this template makes %d"
                            .formatted(file.name(), namespaces));
        }
        if (!account) {
            problems.add(
                    "%s:1: a template must make ServiceAccount %s, for which tokens are given out"
                            .formatted(file.name(), Keys.ACCOUNT));
        }
        return problems;
    }

    private static List<String> namespace(Map<String, Object> object) {
        var problems = new ArrayList<String>();
        if (!Template.itself(name(object))) {
            problems.add(
                    "the Namespace must be named $NAMESPACE, not '%s'".formatted(name(object)));
        }
        if (object.containsKey("spec") || object.containsKey("status")) {
            problems.add(
                    "the Namespace may have labels and annotations, but neither spec nor status");
        }
        return problems;
    }

    private List<String> inside(Map<String, Object> object) {
        var problems = new ArrayList<String>();
        var apiVersion = String.valueOf(object.getOrDefault("apiVersion", ""));
        var kind = String.valueOf(object.getOrDefault("kind", ""));
        if (apiVersion.isEmpty() || kind.isEmpty() || name(object).isEmpty()) {
            problems.add("an object needs apiVersion, kind and metadata.name");
            return problems;
        }
        var group = Fields.group(apiVersion);
        var filled = name(object).replaceAll("\\$\\{?(REQUESTS_)?NAMESPACE\\}?", "n");
        if (RBAC.equals(group) ? !NAME.matcher(filled).matches() : !Names.isSubdomain(filled)) {
            problems.add(
                    "'%s' cannot be the name of a %s%s"
                            .formatted(
                                    Excerpt.value(name(object)),
                                    kind,
                                    RBAC.equals(group)
                                            ? ""
                                            : "; write lower-case letters, digits, - and ."));
        }
        shapes(object, group).forEach(problems::add);
        if (granted.stream().noneMatch(each -> each.matches(group, kind))) {
            problems.add(
                    "kind %s is not granted to templates; granted are %s"
                            .formatted(
                                    named(group, kind),
                                    granted.stream()
                                            .map(each -> named(each.group(), each.kind()))
                                            .collect(Collectors.joining(", "))));
        }
        var namespace = Fields.metadata(object, "namespace");
        if (Fields.map(object, "metadata").containsKey("namespace")
                && !Template.itself(namespace)) {
            problems.add(
                    "%s %s is in namespace '%s'; objects of a template must be in $NAMESPACE"
                            .formatted(kind, name(object), namespace));
        }
        if ("v1".equals(apiVersion) && "Secret".equals(kind) && Keys.HANDLE.equals(name(object))) {
            problems.add(
                    "Secret %s is reserved, because tokens are bound to it; choose another name"
                            .formatted(Keys.HANDLE));
        }
        return problems;
    }

    /** Problems of fields with a type that no API server accepts, for any kind. */
    private static Stream<String> shapes(Map<String, Object> object, String group) {
        boolean own = !group.contains(".") || group.endsWith(".k8s.io");
        return object.entrySet().stream()
                .flatMap(
                        field -> {
                            var key = field.getKey();
                            if ((key.equals("spec") || (own && MAPPINGS.contains(key)))
                                    && !(field.getValue() instanceof Map)) {
                                return Stream.of(key + " is no mapping of fields to values");
                            }
                            return own && LISTS.contains(key) && !(field.getValue() instanceof List)
                                    ? Stream.of(key + " is no list")
                                    : Stream.empty();
                        });
    }

    private static List<String> metadata(Map<String, Object> object) {
        var problems = new ArrayList<String>();
        for (var field : Fields.map(object, "metadata").keySet()) {
            if (!Template.allowedMetadata().contains(field)) {
                problems.add(
                        "metadata.%s is not allowed in a template; allowed are %s"
                                .formatted(field, String.join(", ", Template.allowedMetadata())));
            }
        }
        for (var part : List.of("labels", "annotations")) {
            var written = Fields.map(object, "metadata").get(part);
            if (written != null && !(written instanceof Map)) {
                problems.add("metadata.%s is no mapping of keys to texts".formatted(part));
            }
            var values = Fields.map(object, "metadata", part);
            for (var key : values.keySet()) {
                if (!(values.get(key) instanceof String)) {
                    problems.add(
                            "metadata.%s.%s is no text; write it in quotes".formatted(part, key));
                }
                if (key.startsWith("dragoman.dev/")) {
                    problems.add(
                            "metadata.%s.%s: only Dragoman may set this key; remove it"
                                    .formatted(part, key));
                }
            }
        }
        return problems;
    }

    private static String name(Map<String, Object> object) {
        return Fields.metadata(object, "name");
    }

    private static String named(String group, String kind) {
        return (group.isEmpty() ? "core" : group) + "/" + kind;
    }
}
