package dev.dragoman.agents.decision;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.capability.point.MutableCopy;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.kube.object.Fields;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What teams' steps may change of objects by which agents are restricted. */
class AgentSelectionTest extends WantedFixture {
    @ParameterizedTest(name = "{0} {1} = {2}: {3}")
    @CsvSource(
            delimiter = ';',
            nullValues = "-",
            textBlock =
                    """
                    Deployment    ; spec.template.metadata.labels.app              ; other               ; true
                    Deployment    ; spec.template.metadata.labels                  ; -                   ; true
                    Deployment    ; spec.template.metadata                         ; -                   ; true
                    Deployment    ; spec.template.metadata.labels.team             ; orders              ; false
                    Deployment    ; spec.template.spec.priorityClassName           ; high                ; false
                    Deployment    ; metadata.labels.app                            ; other               ; false
                    ScaledJob     ; spec.jobTargetRef.template.metadata.labels.app ; builders            ; true
                    ScaledJob     ; spec.jobTargetRef.template.metadata.labels.x   ; builders            ; false
                    NetworkPolicy ; spec.podSelector.matchLabels.app               ; other               ; true
                    NetworkPolicy ; spec.podSelector.matchLabels.pool              ; x                   ; true
                    NetworkPolicy ; spec.podSelector.matchLabels                   ; -                   ; true
                    NetworkPolicy ; spec.podSelector                               ; -                   ; true
                    NetworkPolicy ; spec.podSelector.matchExpressions              ; x                   ; true
                                        ConfigMap     ; spec.podSelector                               ; x                   ; false
                    """)
    void policiesSelectTheAgents(String kind, String path, String value, boolean refused) {
        if (kind.equals("ScaledJob")) {
            spec.put("scaling", kind);
        }
        var objects = objects();
        var object =
                objects.stream()
                        .filter(each -> kind.equals(each.get("kind")))
                        .findFirst()
                        .orElseThrow();
        set(object, path, value);
        if (refused) {
            assertThatThrownBy(
                            () -> AgentSelection.check(wanted().given().target(), false, objects))
                    .isInstanceOf(UnfitWanted.class)
                    .hasMessageContaining(
                            "changed " + path.replaceFirst("metadata$", "metadata.labels"))
                    .hasMessageContaining("of %s cdtarget-agent-keda".formatted(kind));
        } else {
            assertThatCode(() -> AgentSelection.check(wanted().given().target(), false, objects))
                    .doesNotThrowAnyException();
        }
    }

    /** A policy that restricts nothing is as good as none. */
    @ParameterizedTest(name = "{0}: {1} = {2}")
    @CsvSource(
            delimiter = ';',
            nullValues = "-",
            textBlock =
                    """
                    0 ; policyTypes ; -                                  ; needs 'Egress' in spec.policyTypes
                    1 ; policyTypes ; [Ingress]                          ; needs 'Egress' in spec.policyTypes
                    1 ; policyTypes ; Egress                             ; needs 'Egress' in spec.policyTypes
                    0 ; policyTypes ; [Egress]                           ; -
                    0 ; egress      ; -                                  ; -
                    0 ; egress      ; []                                 ; -
                    1 ; egress      ; [{}]                               ; has a rule in spec.egress that opens every address
                    1 ; egress      ; [{ports: [{port: 443}]}]           ; has a rule in spec.egress that opens every address
                    1 ; egress      ; [{to: []}]                         ; has a rule in spec.egress that opens every address
                    1 ; egress      ; '[{to: [{ipBlock: {cidr: "0.0.0.0/0"}}]}]' ; has a rule in spec.egress that opens every address
                    1 ; egress      ; '[{to: [{ipBlock: {cidr: "0.0.0.0/0"}}], ports: [{port: 443}]}]' ; -
                    0 ; egress      ; '[{to: [{podSelector: {}}]}]'      ; -
                    """)
    void aPolicyKeepsRestrictingEgress(int policy, String field, String value, String why) {
        var objects = objects();
        var changed =
                objects.stream()
                        .filter(each -> "NetworkPolicy".equals(each.get("kind")))
                        .toList()
                        .get(policy);
        var spec = Fields.spec(changed);
        if (value == null) {
            spec.remove(field);
        } else {
            spec.put(field, new Load(LoadSettings.builder().build()).loadFromString(value));
        }
        var target = wanted().given().target();
        if (why == null) {
            assertThatCode(() -> AgentSelection.check(target, false, objects))
                    .doesNotThrowAnyException();
            return;
        }
        assertThatThrownBy(() -> AgentSelection.check(target, false, objects))
                .isInstanceOf(UnfitWanted.class)
                .hasMessage(
                        "opened all egress of agents: NetworkPolicy %s %s; nothing was applied",
                        Fields.metadata(changed, "name"), why);
        assertThatCode(() -> AgentSelection.check(target, true, objects))
                .as("the operator's own policies allow all")
                .doesNotThrowAnyException();
    }

    /** Steps at desired may also change what a team's own file adds in place of our policies. */
    @Test
    void agentsHaveAPolicy() {
        var objects = objects();
        objects.removeIf(each -> "NetworkPolicy".equals(each.get("kind")));
        var target = wanted().given().target();
        assertThatThrownBy(() -> AgentSelection.check(target, false, objects))
                .isInstanceOf(UnfitWanted.class)
                .hasMessageContaining("left no object that restricts the agents");
        objects.add(
                Map.of(
                        "apiVersion",
                        "crd.projectcalico.org/v1",
                        "kind",
                        "NetworkPolicy",
                        "metadata",
                        Map.of("name", "ours"),
                        "spec",
                        Map.of("selector", "app == 'cdtarget-agent-keda'")));
        assertThatCode(() -> AgentSelection.check(target, false, objects))
                .doesNotThrowAnyException();
    }

    /** The pods of the predecessor wait for a change of the spec. */
    @Test
    void aDeploymentWithoutATemplateHasNoPodsToCheck() {
        live("Deployment", each -> {});
        var objects = objects();
        assertThatCode(() -> AgentSelection.check(wanted().given().target(), false, objects))
                .doesNotThrowAnyException();
    }

    /** Of another name, or of another group: a team's own. */
    @Test
    void objectsOfTeamsAreTheirs() {
        var objects = objects();
        for (var each : List.of("networking.k8s.io/v1 b", "cilium.io/v2 cdtarget-agent-keda")) {
            var parts = each.split(" ", -1);
            objects.add(
                    Map.of(
                            "apiVersion",
                            parts[0],
                            "kind",
                            "NetworkPolicy",
                            "metadata",
                            Map.of("name", parts[1], "namespace", "test"),
                            "spec",
                            Map.of()));
        }
        assertThatCode(() -> AgentSelection.check(wanted().given().target(), false, objects))
                .doesNotThrowAnyException();
    }

    @SuppressWarnings("unchecked") // copies of what is made
    private List<Map<String, Object>> objects() {
        return (List<Map<String, Object>>) MutableCopy.of(wanted().objects());
    }

    private static void set(Map<String, Object> object, String path, String value) {
        var names = Arrays.asList(path.split("\\.", -1));
        var at = object;
        for (var name : names.subList(0, names.size() - 1)) {
            at.putIfAbsent(name, new LinkedHashMap<String, Object>());
            at = Fields.map(at, name);
        }
        if (value == null) {
            at.remove(names.getLast());
        } else {
            at.put(names.getLast(), value);
        }
    }
}
