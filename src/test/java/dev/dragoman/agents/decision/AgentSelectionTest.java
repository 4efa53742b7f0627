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
                    NetworkPolicy ; spec.policyTypes                               ; x                   ; false
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
            assertThatThrownBy(() -> AgentSelection.check(wanted().given().target(), objects))
                    .isInstanceOf(UnfitWanted.class)
                    .hasMessageContaining(
                            "changed " + path.replaceFirst("metadata$", "metadata.labels"))
                    .hasMessageContaining("of %s cdtarget-agent-keda".formatted(kind));
        } else {
            assertThatCode(() -> AgentSelection.check(wanted().given().target(), objects))
                    .doesNotThrowAnyException();
        }
    }

    /** The pods of the predecessor wait for a change of the spec. */
    @Test
    void aDeploymentWithoutATemplateHasNoPodsToCheck() {
        live("Deployment", each -> {});
        var objects = objects();
        assertThatCode(() -> AgentSelection.check(wanted().given().target(), objects))
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
        assertThatCode(() -> AgentSelection.check(wanted().given().target(), objects))
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
