package dev.dragoman.namespaces.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Access;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Which rights must be in effect before credentials are published. */
class ProbesTest {
    private static final String OURS = "{kind: ServiceAccount, name: admin, namespace: nsp-a}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // rules of the role | the right that is tried, or why there is none
                "[{apiGroups: [apps], resources: [deployments, pods], verbs: [get, list]}] | get apps deployments in nsp-a",
                "[{apiGroups: [''], resources: [pods/log], verbs: [get]}] | get pods/log in nsp-a",
                "[{apiGroups: [''], resources: [namespaces], resourceNames: [nsp-a], verbs: [delete]}] | delete namespaces nsp-a in nsp-a",
                "[{nonResourceURLs: [/healthz], verbs: [get]}, {apiGroups: [''], resources: [pods], verbs: [list]}] | list pods in nsp-a",
                "[{apiGroups: [''], resources: [pods], verbs: []}] | Role r, which RoleBinding b binds, grants nothing yet",
                "[] | Role r, which RoleBinding b binds, grants nothing yet",
                "null | Role r, which RoleBinding b binds, grants nothing yet"
            })
    void theFirstRightOfARoleIsTried(String rules, String expected) {
        var role = object("{kind: Role, metadata: {name: r}, rules: %s}".formatted(rules));
        var other = object("{kind: Role, metadata: {name: other}, rules: []}");
        assertThat(text(List.of(other, role, binding("b", "Role", "r", OURS)), Map.of()))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: ServiceAccount, name: builder, namespace: nsp-a}",
                "{kind: ServiceAccount, name: admin, namespace: elsewhere}",
                "{kind: Group, name: admin, namespace: nsp-a}",
                "admin"
            })
    void bindingsOfOthersAreNotTried(String subject) {
        assertThat(text(List.of(binding("b", "Role", "missing", subject)), Map.of())).isEmpty();
        assertThat(text(List.of(binding("b", "Role", "missing", subject + ", " + OURS)), Map.of()))
                .isEqualTo("Role missing, which RoleBinding b binds, does not exist");
    }

    @Test
    void everyBindingOfTheAccountIsTried() {
        var rules = "{kind: Role, metadata: {name: admin}, rules: [%s]}";
        var role = object(rules.formatted("{resources: [namespaces], verbs: [delete]}"));
        var clusterRole = object(rules.formatted("{resources: [pods], verbs: [get]}"));
        var bindings =
                List.of(
                        object("{kind: ServiceAccount, metadata: {name: admin}}"),
                        role,
                        binding("of-the-cluster", "ClusterRole", "admin", OURS),
                        binding("of-the-template", "Role", "admin", OURS));
        assertThat(text(bindings, Map.of("admin", clusterRole)))
                .isEqualTo("get pods in nsp-a, delete namespaces in nsp-a");
        assertThat(text(bindings, Map.of()))
                .isEqualTo(
                        "ClusterRole admin, which RoleBinding of-the-cluster binds, does not exist");
        assertThat(text(List.of(role), Map.of())).isEmpty();
    }

    private static String text(
            List<Map<String, Object>> objects, Map<String, Map<String, Object>> clusterRoles) {
        var result = Probes.of(objects, name -> Optional.ofNullable(clusterRoles.get(name)));
        if (!result.problem().isEmpty()) {
            assertThat(result.tries()).isEmpty();
            return result.problem();
        }
        return result.tries().stream().map(ProbesTest::text).collect(Collectors.joining(", "));
    }

    private static String text(Access access) {
        return access.group().isEmpty()
                ? access.toString()
                : access.toString().replaceFirst(" ", " " + access.group() + " ");
    }

    private static Map<String, Object> binding(
            String name, String kind, String role, String subjects) {
        return object(
                "{kind: RoleBinding, metadata: {name: %s, namespace: nsp-a}, roleRef: {kind: %s, name: %s}, subjects: [%s]}"
                        .formatted(name, kind, role, subjects));
    }

    @SuppressWarnings("unchecked") // YAML mappings with text keys
    private static Map<String, Object> object(String yaml) {
        return (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(yaml);
    }
}
