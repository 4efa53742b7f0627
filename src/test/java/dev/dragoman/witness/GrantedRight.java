package dev.dragoman.witness;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One verb on one resource that a role of the installation grants to the operator.
 *
 * @param role kind and name, as {@code ClusterRole/dragoman}
 * @param resource with its subresource, as {@code pods/status}
 * @param name the one object that it is granted for; empty for all
 */
record GrantedRight(String role, String verb, String group, String resource, String name) {
    @Override
    public String toString() {
        var what = group.isEmpty() ? resource : resource + "." + group;
        return role + ": " + verb + " " + what + (name.isEmpty() ? "" : " " + name);
    }

    /** Whether a request of this kind needs the right. */
    boolean serves(GrantedRight used) {
        return role.equals(used.role)
                && verb.equals(used.verb)
                && group.equals(used.group)
                && resource.equals(used.resource)
                && (name.isEmpty() || name.equals(used.name));
    }

    /** All rights of the roles among the objects. */
    static List<GrantedRight> of(List<HasMetadata> objects) {
        return objects.stream()
                .flatMap(
                        object -> {
                            var role = object.getKind() + "/" + object.getMetadata().getName();
                            return rules(object).flatMap(rule -> of(role, rule).stream());
                        })
                .distinct()
                .toList();
    }

    private static Stream<PolicyRule> rules(HasMetadata object) {
        return switch (object) {
            case ClusterRole role -> role.getRules().stream();
            case Role role -> role.getRules().stream();
            default -> Stream.empty();
        };
    }

    private static List<GrantedRight> of(String role, PolicyRule rule) {
        var names = rule.getResourceNames().isEmpty() ? List.of("") : rule.getResourceNames();
        var rights = new ArrayList<GrantedRight>();
        for (var group : rule.getApiGroups()) {
            for (var resource : rule.getResources()) {
                for (var verb : rule.getVerbs()) {
                    names.forEach(
                            n -> rights.add(new GrantedRight(role, verb, group, resource, n)));
                }
            }
        }
        return rights;
    }
}
