package dev.dragoman.azure.check;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.decision.Problem;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.capability.TeamPlatform;
import dev.dragoman.kube.object.Excerpt;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.LabelSelector;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the objects of a team's namespace may ask Azure for: the rows of {@code
 * Platform.status.allow}. What no row allows is refused. Without it a team could use its identity,
 * or the platform's, on what belongs to others. The admission policy of kubernetes/teams reads the
 * same rows. Immutable.
 *
 * @param namespace values of the placeholders in the object's namespace
 * @param teams the same of all Teams
 * @param rows by where they stand in the Platform; empty while it has none
 * @param platform name of the Platform; empty without one
 */
record Allowance(
        Map<String, String> namespace,
        List<Map<String, String>> teams,
        Map<String, Map<String, Object>> rows,
        Optional<String> platform) {
    /** Label of the namespaces of teams. */
    static final String TEAM = "dragoman.dev/team";

    /** Annotation of a namespace with the name of the team's resource group. */
    private static final String GROUP = "dragoman.dev/team-resource-group";

    private static final String REASON = "NotAllowed";
    private static final String NAMESPACE = "{namespace}";

    /** Most patterns in a message. */
    private static final int MOST = 5;

    /** Longest value that a message has in full, in characters. */
    private static final int LONGEST = 400;

    /** What a row limits, in the order in which it is compared. */
    enum Limit {
        KINDS,
        OWNERS,
        NAMES,
        ROLES,
        REGIONS;

        private String field() {
            return lower(name());
        }

        private String word() {
            return field().substring(0, field().length() - 1);
        }

        /** Whether a row without this limit allows any value. */
        private boolean isOptional() {
            return this == NAMES || this == REGIONS;
        }

        /** What is compared: of the id of a role its last part, of a region no spaces. */
        private String comparable(String value) {
            return switch (this) {
                case ROLES -> lower(value.substring(value.lastIndexOf('/') + 1));
                case REGIONS -> lower(value.replace(" ", ""));
                case KINDS, OWNERS, NAMES -> lower(value);
            };
        }
    }

    /** What an object asks for, as it would be sent; empty while its owner is not known. */
    static Map<Limit, String> wish(Gathered facts) {
        var all = new EnumMap<Limit, String>(Limit.class);
        var body = facts.body.map(ArmBody.Result::body).orElse(Map.of());
        var role =
                field(body, "properties") instanceof Map<?, ?> properties
                        ? field(properties, "roleDefinitionId")
                        : null;
        boolean owned =
                facts.kind.scope() == AzureKind.Scope.RESOURCE_GROUP
                        || facts.kind.scope() == AzureKind.Scope.EXTENSION;
        facts.owner
                .parent()
                .ifPresent(
                        parent -> {
                            all.put(
                                    Limit.KINDS,
                                    facts.kind.isOpen()
                                            ? facts.kind.kind() + ":" + facts.kind.armType()
                                            : facts.kind.group() + "/" + facts.kind.kind());
                            all.put(Limit.OWNERS, owned ? parent.text() : unowned(facts.kind));
                            all.put(Limit.NAMES, facts.name.text());
                            put(all, Limit.ROLES, role);
                            put(all, Limit.REGIONS, field(body, "location"));
                        });
        return all;
    }

    private static String unowned(AzureKind kind) {
        return kind.isOpen() && kind.scope() == AzureKind.Scope.TENANT ? "tenant" : "subscription";
    }

    /** A field in any case of its letters, as Azure reads it; or null. */
    private static Object field(Map<?, ?> of, String name) {
        return of.entrySet().stream()
                .filter(each -> name.equalsIgnoreCase(String.valueOf(each.getKey())))
                .map(Map.Entry::getValue)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static void put(Map<Limit, String> all, Limit limit, Object value) {
        if (value != null) {
            all.put(limit, String.valueOf(value));
        }
    }

    /** Whether the objects of a namespace may ask only for what the Platform allows. */
    static boolean judges(Map<String, Object> namespace, Optional<Map<String, Object>> platform) {
        var labels = Fields.map(namespace, "metadata", "labels");
        return labels.containsKey(TEAM) || LabelSelector.selects(selector(platform), labels);
    }

    /** The allowance of an object; empty where it may ask for anything. */
    static Optional<Allowance> of(
            Map<String, Object> object, ObjectCache cache, ReferenceResolver around) {
        var platform = TeamPlatform.of(cache);
        var namespace =
                around.namespace(Fields.metadata(object, "namespace"))
                        .filter(each -> judges(each, platform));
        if (namespace.isEmpty()) {
            return Optional.empty();
        }
        around.asked().add(platform.map(Fields::key).orElse(TeamPlatform.ANY));
        var teams = TeamPlatform.teams(cache, platform);
        return TeamPlatform.isMade(teams, object)
                ? Optional.empty()
                : Optional.of(of(namespace.get(), platform, teams));
    }

    /** The allowance of a namespace whose objects are judged. */
    static Allowance of(
            Map<String, Object> namespace,
            Optional<Map<String, Object>> platform,
            List<Map<String, Object>> teams) {
        var rows = new LinkedHashMap<String, Map<String, Object>>();
        for (var list : List.of("shipped", "rows")) {
            for (var each : Json.maps(allow(platform), list)) {
                rows.put("row %d of status.allow".formatted(rows.size() + 1), each);
            }
        }
        return new Allowance(
                values(
                        Fields.metadata(namespace, "name"),
                        Fields.label(namespace, TEAM),
                        Fields.annotation(namespace, GROUP)),
                teams.stream().map(Allowance::values).toList(),
                rows,
                platform.map(each -> Fields.metadata(each, "name")));
    }

    /** From the spec: nothing is sent without being judged before the status has the rows. */
    private static Map<String, Object> selector(Optional<Map<String, Object>> platform) {
        return platform.map(each -> Fields.map(each, "spec", "allow", "namespaces"))
                .orElse(Map.of());
    }

    private static Map<String, Object> allow(Optional<Map<String, Object>> platform) {
        return platform.map(each -> Fields.map(each, "status", "allow")).orElse(Map.of());
    }

    private static Map<String, String> values(Map<String, Object> team) {
        var name = Fields.metadata(team, "name");
        var spec = Fields.spec(team);
        var namespace = String.valueOf(spec.getOrDefault("namespace", name));
        return values(namespace, name, String.valueOf(spec.get("resourceGroup")));
    }

    private static Map<String, String> values(String namespace, String team, String group) {
        return Map.of(NAMESPACE, namespace, "{team}", team, "{resourcegroup}", lower(group));
    }

    /** Why an object that asks for this may not be sent; empty when a row allows it. */
    Optional<Problem> problem(Map<Limit, String> wish) {
        if (rows.isEmpty()) {
            return Optional.of(
                    Problem.slow(
                            REASON,
                            "the objects of Namespace %s may ask only for what a Platform allows, and %s. Wait, or ask the platform's team"
                                    .formatted(
                                            namespace.get(NAMESPACE),
                                            platform.map("%s has no status.allow yet"::formatted)
                                                    .orElse("there is none"))));
        }
        var nearest = Map.entry(Limit.KINDS, "");
        for (var row : rows.entrySet()) {
            var limit = exceeded(row.getValue(), wish);
            if (limit.isEmpty()) {
                return Optional.empty();
            }
            if (limit.get().compareTo(nearest.getKey()) > 0) {
                nearest = Map.entry(limit.get(), row.getKey());
            }
        }
        return Optional.of(Problem.error(REASON, text(nearest.getKey(), nearest.getValue(), wish)));
    }

    private String text(Limit limit, String nearest, Map<Limit, String> wish) {
        var value = Excerpt.value(wish.get(limit), LONGEST);
        var name = platform.orElse("");
        if (limit == Limit.KINDS) {
            return "Platform %s does not allow this to teams: no row has the kind %s; ask the platform's team for a row in spec.allow.rows"
                    .formatted(name, value);
        }
        var patterns =
                Json.texts(rows.get(nearest).get(limit.field())).stream()
                        .limit(MOST)
                        .map(each -> resolved(limit.comparable(each), namespace))
                        .toList();
        return "Platform %s does not allow this to teams: the %s %s is none of the nearest row's (%s): %s. Change it, or ask the platform's team for a row in spec.allow.rows"
                .formatted(name, limit.word(), value, nearest, String.join(", ", patterns));
    }

    /** The first limit of a row that a wish exceeds. */
    private Optional<Limit> exceeded(Map<String, Object> row, Map<Limit, String> wish) {
        for (var each : wish.entrySet()) {
            var limit = each.getKey();
            var value = limit.comparable(each.getValue());
            var patterns = Json.texts(row.get(limit.field()));
            boolean any = limit.isOptional() && patterns.isEmpty();
            if (!any && patterns.stream().noneMatch(p -> isMeant(limit.comparable(p), value))) {
                return Optional.of(limit);
            }
        }
        return Optional.empty();
    }

    /**
     * Whether the pattern means the value in this namespace, and not for another team whose
     * namespace begins with the name of this one: a-b-x is of team a-b, not of team a.
     */
    private boolean isMeant(String pattern, String value) {
        var longer = namespace.get(NAMESPACE) + "-";
        return matches(pattern, namespace, value)
                && teams.stream()
                        .filter(each -> each.get(NAMESPACE).startsWith(longer))
                        .noneMatch(
                                each ->
                                        !resolved(pattern, each)
                                                        .equals(resolved(pattern, namespace))
                                                && matches(pattern, each, value));
    }

    private static boolean matches(String pattern, Map<String, String> values, String value) {
        boolean unknown =
                values.entrySet().stream()
                        .anyMatch(e -> e.getValue().isEmpty() && pattern.contains(e.getKey()));
        var resolved = resolved(pattern, values);
        int star = resolved.indexOf('*');
        if (unknown || star < 0) {
            return !unknown && resolved.equals(value);
        }
        return value.length() >= resolved.length() - 1
                && value.startsWith(resolved.substring(0, star))
                && value.endsWith(resolved.substring(star + 1));
    }

    private static String resolved(String pattern, Map<String, String> values) {
        var text = pattern;
        for (var each : values.entrySet()) {
            text = text.replace(each.getKey(), each.getValue());
        }
        return text;
    }

    /** Small letters of ASCII alone, as the admission policy has them. */
    private static String lower(String text) {
        return text.chars()
                .map(each -> each >= 'A' && each <= 'Z' ? each + ('a' - 'A') : each)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
