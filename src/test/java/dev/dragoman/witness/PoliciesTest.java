package dev.dragoman.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.cli.Install;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the admission policies of the components have to have in common. */
class PoliciesTest {
    private static final Map<String, String> OF_ROLE =
            Map.of(
                    "ClusterRole/dragoman-cdtargets", Install.CDTARGETS_POLICY,
                    "ClusterRole/dragoman-cdtargets-writes", Install.CDTARGETS_POLICY,
                    "ClusterRole/dragoman-discovery", Install.DISCOVERY_POLICY,
                    "ClusterRole/dragoman-discovery-writes", Install.DISCOVERY_POLICY,
                    "ClusterRole/dragoman-certificates", Install.DISCOVERY_POLICY,
                    "ClusterRole/dragoman-sidecars", Install.SIDECARS_POLICY,
                    "ClusterRole/dragoman-namespaces", Install.VENDING);

    private static final Set<String> WRITING = Set.of("create", "update", "patch", "delete");

    private static GenericKubernetesResource policy(String manifest) {
        return Pattern.compile("(?m)^---\\s*$")
                .splitAsStream(Install.manifest(manifest))
                .filter(each -> each.contains("kind: ValidatingAdmissionPolicy\n"))
                .map(each -> Serialization.unmarshal(each, GenericKubernetesResource.class))
                .findFirst()
                .orElseThrow();
    }

    private static List<Map<String, String>> list(String manifest, String field) {
        return policy(manifest).get("spec", field);
    }

    /** Overlays for another namespace replace it there (docs/install.md). */
    @ParameterizedTest
    @ValueSource(
            strings = {
                Install.CDTARGETS_POLICY,
                Install.DISCOVERY_POLICY,
                Install.SIDECARS_POLICY,
                Install.VENDING,
                "base/secrets.yaml"
            })
    void theAccountIsTheOnlyCondition(String manifest) {
        assertThat(list(manifest, "matchConditions"))
                .singleElement()
                .satisfies(
                        each ->
                                assertThat(each.get("expression"))
                                        .isEqualTo(
                                                "request.userInfo.username == 'system:serviceaccount:dragoman-system:dragoman'"));
        assertThat(policy(manifest).<String>get("spec", "failurePolicy")).isEqualTo("Fail");
    }

    /** What overlays widen is found by its place (docs/cdtargets.md, docs/discovery.md). */
    @Test
    void whatAnAdministratorWidensComesFirst() {
        assertThat(names(Install.CDTARGETS_POLICY)).startsWith("closed", "privileged", "accounts");
        assertThat(names(Install.DISCOVERY_POLICY)).startsWith("closed", "privileged");
        assertThat(names(Install.SIDECARS_POLICY)).startsWith("urls");
    }

    private static List<String> names(String manifest) {
        return list(manifest, "variables").stream().map(each -> each.get("name")).toList();
    }

    @Test
    void bothSayTheSameOfPods() {
        for (var part : List.of("hostNetwork", "procMount")) {
            assertThat(about(Install.CDTARGETS_POLICY, part))
                    .isEqualTo(about(Install.DISCOVERY_POLICY, part));
        }
    }

    private static Map<String, String> about(String manifest, String part) {
        return list(manifest, "validations").stream()
                .filter(each -> each.get("expression").contains(part))
                .findFirst()
                .orElseThrow();
    }

    /** A right to write that a component gets has a policy from the start. */
    @Test
    void everyRightToWriteOfAComponentIsLookedAt() {
        var written =
                InstalledRights.all().stream()
                        .filter(right -> WRITING.contains(right.verb()))
                        .filter(right -> OF_ROLE.containsKey(right.role()))
                        .filter(right -> !right.resource().endsWith("/status"))
                        .toList();
        assertThat(written)
                .hasSizeGreaterThan(30)
                .allSatisfy(
                        right ->
                                assertThat(rules(OF_ROLE.get(right.role())))
                                        .as(right.toString())
                                        .anyMatch(
                                                rule ->
                                                        rule.get("apiGroups")
                                                                        .contains(right.group())
                                                                && rule.get("resources")
                                                                        .contains(
                                                                                right.resource())));
    }

    private static List<Map<String, List<String>>> rules(String manifest) {
        return policy(manifest).get("spec", "matchConstraints", "resourceRules");
    }

    /** RBAC refuses what has this word: its message would be taken for one of RBAC's. */
    @Test
    void noMessageIsTakenForOneOfRbac() {
        for (var manifest : List.of(Install.CDTARGETS_POLICY, Install.DISCOVERY_POLICY)) {
            assertThat(list(manifest, "validations"))
                    .allSatisfy(
                            each ->
                                    assertThat(each.get("messageExpression"))
                                            .startsWith("'")
                                            .doesNotContain("cannot "));
        }
    }
}
