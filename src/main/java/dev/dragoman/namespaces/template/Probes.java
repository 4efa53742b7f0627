package dev.dragoman.namespaces.template;

import dev.dragoman.kube.object.Access;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.namespaces.decision.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Selects one right of each RoleBinding of the ServiceAccount. Credentials may be published only
 * when all of these rights are in effect.
 */
public final class Probes {
    private Probes() {}

    /**
     * Selects the rights.
     *
     * @param objects rendered objects of one namespace
     * @param clusterRole reads a ClusterRole by name
     * @return the rights to try, or why a right cannot be in effect
     */
    public static Result of(
            List<Map<String, Object>> objects,
            Function<String, Optional<Map<String, Object>>> clusterRole) {
        var tries = new ArrayList<Access>();
        for (var binding : objects) {
            if (!"RoleBinding".equals(binding.get("kind")) || !binds(binding)) {
                continue;
            }
            var reference = Fields.map(binding, "roleRef");
            var kind = String.valueOf(reference.get("kind"));
            var name = String.valueOf(reference.get("name"));
            var role =
                    "ClusterRole".equals(kind)
                            ? clusterRole.apply(name)
                            : objects.stream()
                                    .filter(each -> "Role".equals(each.get("kind")))
                                    .filter(each -> name.equals(Fields.metadata(each, "name")))
                                    .findFirst();
            var access = role.flatMap(each -> first(each, namespace(binding)));
            if (access.isEmpty()) {
                return new Result(
                        List.of(),
                        "%s %s, which RoleBinding %s binds, %s"
                                .formatted(
                                        kind,
                                        name,
                                        Fields.metadata(binding, "name"),
                                        role.isEmpty() ? "does not exist" : "grants nothing yet"));
            }
            tries.add(access.get());
        }
        return new Result(tries, "");
    }

    /**
     * The rights to try.
     *
     * @param tries rights that must all be in effect
     * @param problem why a right cannot be in effect; empty if all can
     */
    public record Result(List<Access> tries, String problem) {}

    private static boolean binds(Map<String, Object> binding) {
        return maps(binding, "subjects").stream()
                .anyMatch(
                        each ->
                                "ServiceAccount".equals(each.get("kind"))
                                        && Keys.ACCOUNT.equals(each.get("name"))
                                        && namespace(binding).equals(each.get("namespace")));
    }

    private static String namespace(Map<String, Object> object) {
        return Fields.metadata(object, "namespace");
    }

    private static Optional<Access> first(Map<String, Object> role, String namespace) {
        return maps(role, "rules").stream()
                .filter(rule -> !Json.texts(rule.get("resources")).isEmpty())
                .filter(rule -> !Json.texts(rule.get("verbs")).isEmpty())
                .findFirst()
                .map(
                        rule -> {
                            var resource = Json.texts(rule.get("resources")).getFirst();
                            int slash = resource.indexOf('/');
                            return new Access(
                                    namespace,
                                    Json.texts(rule.get("apiGroups")).stream()
                                            .findFirst()
                                            .orElse(""),
                                    slash < 0 ? resource : resource.substring(0, slash),
                                    slash < 0 ? "" : resource.substring(slash + 1),
                                    Json.texts(rule.get("verbs")).getFirst(),
                                    Json.texts(rule.get("resourceNames")).stream()
                                            .findFirst()
                                            .orElse(""));
                        });
    }

    private static List<Map<String, Object>> maps(Map<String, Object> object, String field) {
        if (!(object.get(field) instanceof List<?> list)) {
            return List.of();
        }
        return list.stream()
                .filter(Map.class::isInstance)
                .map(each -> Fields.map(Map.of("it", each), "it"))
                .toList();
    }
}
