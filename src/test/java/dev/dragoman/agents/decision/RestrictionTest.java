package dev.dragoman.agents.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.UnfitWanted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Objects of files that say that they restrict the agents. */
class RestrictionTest extends WantedFixture {
    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource(
            delimiter = ';',
            nullValues = "-",
            textBlock =
                    """
                    networking.k8s.io/v1 NetworkPolicy ; {podSelector: {matchLabels: {app: cdtarget-agent-keda}}, policyTypes: [Egress]} ; -
                    networking.k8s.io/v1 NetworkPolicy ; {podSelector: {}, policyTypes: [Ingress, Egress], egress: []}   ; -
                    networking.k8s.io/v1 NetworkPolicy ; {podSelector: {matchLabels: {app: nobody}}, policyTypes: [Egress]} ; may not select the agents
                    networking.k8s.io/v1 NetworkPolicy ; {podSelector: {matchExpressions: []}, policyTypes: [Egress]}    ; may not select the agents
                    networking.k8s.io/v1 NetworkPolicy ; {podSelector: {}, policyTypes: [Ingress]}                       ; needs 'Egress'
                    networking.k8s.io/v1 NetworkPolicy ; {podSelector: {}, policyTypes: [Egress], egress: [{}]}          ; opens every address
                    v1 ConfigMap                       ; {}                                                             ; is of a kind
                    policy/v1 PodDisruptionBudget      ; {}                                                             ; is of a kind
                    keda.sh/v1alpha1 ScaledObject      ; {}                                                             ; is of a kind
                    rbac.authorization.k8s.io/v1 Role  ; {}                                                             ; is of a kind
                    networking.k8s.io/v1 Ingress       ; {}                                                             ; is of a kind
                    cilium.io/v2 CiliumNetworkPolicy   ; {endpointSelector: {matchLabels: {app: cdtarget-agent-keda}}, egress: []} ; -
                    cilium.io/v2 CiliumNetworkPolicy   ; '{endpointSelector: {matchLabels: {"k8s:app": cdtarget-agent-keda}}, egress: []}' ; -
                    cilium.io/v2 CiliumNetworkPolicy   ; {endpointSelector: {matchLabels: {app: nobody}}, egress: []}    ; may not select the agents
                    cilium.io/v2 CiliumNetworkPolicy   ; {endpointSelector: {}, ingress: []}                             ; has no spec.egress
                    cilium.io/v2 CiliumNetworkPolicy   ; {specs: []}                                                    ; -
                    crd.projectcalico.org/v1 NetworkPolicy ; {selector: all()}                                          ; -
                    """)
    void anObjectRestrictsTheAgentsOrDoesNot(String kind, String spec, String why) {
        var target = wanted().given().target();
        var lacks = Restriction.lacks(target, object(kind, spec, "one"));
        if (why == null) {
            assertThat(lacks).isEmpty();
        } else {
            assertThat(lacks.orElseThrow()).contains(why);
        }
    }

    @Test
    void oneObjectOfAFileIsToRestrict() {
        var target = wanted().given().target();
        var settings = object("v1 ConfigMap", "{}", "settings");
        var policy =
                object("networking.k8s.io/v1 NetworkPolicy", "{policyTypes: [Egress]}", "fence");
        assertThatThrownBy(() -> Restriction.check(target, List.of(settings)))
                .isInstanceOfSatisfying(
                        UnfitWanted.class,
                        unfit -> assertThat(unfit.point()).isEqualTo(Point.OBJECTS))
                .hasMessage(
                        "declares that it restricts the agents, but ConfigMap settings is of a kind that restricts no egress; nothing was applied");
        assertThatCode(() -> Restriction.check(target, List.of(settings, policy)))
                .doesNotThrowAnyException();
        assertThatCode(() -> Restriction.check(target, List.of())).doesNotThrowAnyException();
    }

    private static Map<String, Object> object(String kind, String spec, String name) {
        var parts = kind.split(" ", -1);
        var object = new LinkedHashMap<String, Object>();
        object.put("apiVersion", parts[0]);
        object.put("kind", parts[1]);
        object.put("metadata", Map.of("name", name));
        object.put("spec", new Load(LoadSettings.builder().build()).loadFromString(spec));
        return object;
    }
}
