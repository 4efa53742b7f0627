package dev.dragoman.azure.check;

import dev.dragoman.azure.catalog.ArmResourceKind;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.SecretNames;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What keeps an {@code ArmResource} from having an id. The schema of the kind has most of it too,
 * but the one in the cluster may be older. Pure.
 */
final class ArmResourceCheck {
    /** Condition reason: the spec means no resource that may be sent. */
    static final String REASON = "InvalidArmResource";

    private static final Pattern TYPE =
            Pattern.compile(
                    "[A-Za-z][A-Za-z0-9]{0,99}(\\.[A-Za-z0-9]{1,100}){1,9}(/[A-Za-z][A-Za-z0-9]{0,99}){1,20}");
    private static final int LONGEST_TYPE = 250;
    private static final Pattern VERSION =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}(-preview|-[a-z]+)?");

    /** Actions that read: others would change something whenever values are exported. */
    private static final Pattern ACTION =
            Pattern.compile("(?i)(list|get|read|show|fetch|retrieve|shared|request)[A-Za-z]{0,60}");

    private static final Pattern VALUE =
            Pattern.compile(
                    "[^.\\[\\]]{1,200}(\\.[^.\\[\\]]{1,200}|\\[[^=\\]]{1,200}=[^\\]]{0,200}]){0,40}");
    private static final Pattern EXPORT = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,62}");

    /** Fields of every resource that its URL says, or Azure alone. */
    private static final List<String> NOT_IN_BODY = List.of("id", "name", "type");

    /** Most levels of a body; Azure's types have far fewer. */
    private static final int DEEPEST = 60;

    private final String own;
    private final Map<String, Object> spec;
    private final Catalog catalog;

    private ArmResourceCheck(Map<String, Object> object, Catalog catalog) {
        this.own = Fields.metadata(object, "name");
        this.spec = Fields.spec(object);
        this.catalog = catalog;
    }

    /** The first problem of an object; empty for other kinds too. */
    static Optional<Problem> problem(AzureKind kind, Map<String, Object> object, Catalog catalog) {
        if (!kind.isOpen()) {
            return Optional.empty();
        }
        var check = new ArmResourceCheck(object, catalog);
        return List.<Function<AzureKind, Optional<String>>>of(
                        check::type, check::place, check::body, check::paths, check::exports)
                .stream()
                .flatMap(each -> each.apply(kind).stream())
                .findFirst()
                .map(each -> Problem.error(REASON, each));
    }

    private Optional<String> type(AzureKind kind) {
        var type = kind.armType();
        var version = kind.newest().apiVersion();
        if (type.length() > LONGEST_TYPE || !TYPE.matcher(type).matches()) {
            return said(
                    "spec.type: '%s' is no ARM type; write a provider and its type, such as Microsoft.Search/searchServices",
                    Excerpt.value(type));
        }
        if (!VERSION.matcher(version).matches()) {
            return said(
                    "spec.apiVersion: '%s' is no api-version; write a date, such as 2023-11-01 or 2023-11-01-preview",
                    Excerpt.value(version));
        }
        var lower = type.toLowerCase(Locale.ROOT);
        boolean other =
                lower.startsWith("microsoft.resources/subscriptions")
                        || lower.startsWith("microsoft.resources/tenants")
                        || lower.startsWith(ArmResourceKind.GROUPS.toLowerCase(Locale.ROOT) + "/")
                        || (lower + "/").contains("/providers/");
        if (other) {
            return said(
                    "spec.type: resources of %s have ids of another form; they are not made", type);
        }
        return catalog.serving(type)
                .filter(any -> !Boolean.TRUE.equals(spec.get("evenIfServed")))
                .map(
                        served ->
                                "spec.type: %s is the type of the kind %s of group %s; write an object of that kind, or set evenIfServed: true"
                                        .formatted(type, served.kind(), served.group()));
    }

    private Optional<String> place(AzureKind kind) {
        boolean alone = kind.scope() == AzureKind.Scope.LOCATION || spec.get("scope") != null;
        if (alone && ArmResourceKind.hasOwner(spec)) {
            return said(
                    "spec.owner: a resource group, and a resource with scope, has no owner; remove it");
        }
        var name = Json.text(spec, "azureName");
        return "providers".equalsIgnoreCase(name.isEmpty() ? own : name)
                ? said(
                        "spec.azureName: a resource of the name 'providers' would have an id of two meanings; write another name")
                : Optional.empty();
    }

    private Optional<String> body(AzureKind kind) {
        var body = Fields.map(spec, "body");
        var wrong =
                body.keySet().stream()
                        .filter(each -> NOT_IN_BODY.contains(each.toLowerCase(Locale.ROOT)))
                        .findFirst();
        return wrong.map(
                        each ->
                                "spec.body.%s: the id of the resource is made of spec.type, owner and azureName; remove this field"
                                        .formatted(each))
                .or(() -> twice(body, "spec.body", 0));
    }

    /** Azure reads names in any case: of two that differ in it, nobody knows which one counts. */
    private static Optional<String> twice(Object value, String path, int depth) {
        if (depth > DEEPEST) {
            return said("spec.body: it has more than %s levels", String.valueOf(DEEPEST));
        }
        if (value instanceof List<?> list) {
            return list.stream()
                    .flatMap(each -> twice(each, path + "[]", depth + 1).stream())
                    .findFirst();
        }
        if (!(value instanceof Map<?, ?> map)) {
            return Optional.empty();
        }
        var names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (var each : map.entrySet()) {
            var at = path + "." + Excerpt.value((String) each.getKey());
            if (!names.add((String) each.getKey())) {
                return said(
                        "%s: the field is there twice, in another case of its letters; remove one",
                        at);
            }
            var below = twice(each.getValue(), at, depth + 1);
            if (below.isPresent()) {
                return below;
            }
        }
        return Optional.empty();
    }

    private Optional<String> paths(AzureKind kind) {
        var misplaced = ArmBody.misplaced(spec).stream().findFirst();
        if (misplaced.isPresent()) {
            return said(
                    "spec.%s: spec.body has no free place at this path. Write names with dots and indexes, such as rules[0].id, and leave the value out of the body",
                    Excerpt.value(misplaced.get(), 300));
        }
        for (var path : Fields.map(spec, "references").keySet()) {
            if (NOT_IN_BODY.contains(path.toLowerCase(Locale.ROOT))) {
                return said(
                        "spec.references: %s is made of spec.type, owner and azureName; remove it",
                        path);
            }
        }
        for (var path : Fields.map(spec, "secrets").keySet()) {
            var lower = path.toLowerCase(Locale.ROOT);
            if (!lower.startsWith("properties.") || lower.endsWith(".roledefinitionid")) {
                return said(
                        "spec.secrets: %s is shown in messages, so no secret may stand there; only fields below properties",
                        Excerpt.value(path));
            }
        }
        for (var path : Json.texts(spec.get("ignore"))) {
            boolean secret = SecretNames.isNamed(path) || meetsSecret(path);
            if (!ArmResourceKind.IGNORED.matcher(path).matches() || secret) {
                return said(
                        "spec.ignore: %s is no path such as properties.count or properties.pools[].count, or that of a secret, which is not compared with Azure",
                        Excerpt.value(path));
            }
        }
        return Optional.empty();
    }

    /** Whether a secret stands at the path, or above or below it; in whatever element of a list. */
    private boolean meetsSecret(String path) {
        var one = names(path);
        return Fields.map(spec, "secrets").keySet().stream()
                .map(ArmResourceCheck::names)
                .anyMatch(other -> one.startsWith(other) || other.startsWith(one));
    }

    /** The names of a path without elements of lists, however they are written, each with a dot. */
    private static String names(String path) {
        return path.toLowerCase(Locale.ROOT)
                        .replaceAll("\\[[^\\[\\]]{0,400}]|\\.\\d{1,6}+(?=[.\\[]|$)", "")
                + ".";
    }

    private Optional<String> exports(AzureKind kind) {
        var operator = Fields.map(spec, "operatorSpec");
        for (var target : List.of("secrets", "configMaps")) {
            var values = Fields.map(operator, target);
            for (var key : values.keySet()) {
                var value = Fields.map(values, key);
                var action = Json.text(value, "action");
                boolean right =
                        EXPORT.matcher(key).matches()
                                && VALUE.matcher(Json.text(value, "path")).matches()
                                && (action.isEmpty() || ACTION.matcher(action).matches())
                                && (target.equals("secrets")
                                        || (action.isEmpty()
                                                && !meetsSecret(Json.text(value, "path"))))
                                && value.containsKey("name") == value.containsKey("key");
                if (!right) {
                    return said(
                            "spec.operatorSpec.%s: its name must be a word, and its path like properties.endpoint or keys.0.value. It has name and key, or neither. Only secrets have an action, which must read and has no slash, such as listKeys. What spec.secrets sends goes into no ConfigMap",
                            target + "." + Excerpt.value(key));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> said(String text, String... values) {
        return Optional.of(text.formatted((Object[]) values));
    }
}
