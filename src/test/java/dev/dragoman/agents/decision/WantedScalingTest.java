package dev.dragoman.agents.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.agents.decision.workload.Counting;
import dev.dragoman.kube.object.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many agents there are, and which pods they have. */
class WantedScalingTest extends WantedFixture {
    /** KEDA evaluates the formula; what it is made of is the team's. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1   ; 0 ; queue + busy",
                "3   ; 0 ; queue / 3 + busy",
                "1   ; 2 ; (queue > 2 || busy > 0) ? (queue + busy) : 0.0",
                "0   ; 0 ; ",
                "1+1 ; 0 ; ",
                "1   ; x ; ",
            })
    void jobsThatHaveBegunNeedTheirAgentsToo(String each, String least, String formula) {
        spec.put(
                "triggerMeta",
                Map.of(
                        "targetPipelinesQueueLength",
                        each,
                        "activationTargetPipelinesQueueLength",
                        least));
        if (formula == null) {
            assertThat(wanted().worst().orElseThrow().reason()).isEqualTo("InvalidSpec");
            return;
        }
        var scaled = Fields.spec(object("ScaledObject", "cdtarget-agent-keda"));
        assertThat(Fields.map(scaled, "advanced", "scalingModifiers"))
                .containsEntry("formula", formula)
                .containsEntry("target", "1");
        assertThat(
                        ((List<?>) scaled.get("triggers"))
                                .stream().map(one -> String.valueOf(((Map<?, ?>) one).get("type"))))
                .containsExactly("azure-pipelines", "kubernetes-workload");
        assertThat(Fields.map(scaled, "advanced")).containsOnlyKeys("scalingModifiers");
        counting = Counting.EXACT;
        var exact = Fields.spec(object("ScaledObject", "cdtarget-agent-keda"));
        for (var way : List.of("scaleUp", "scaleDown")) {
            assertThat(
                            Fields.map(
                                    exact,
                                    "advanced",
                                    "horizontalPodAutoscalerConfig",
                                    "behavior",
                                    way))
                    .containsEntry("tolerance", "0");
        }
        for (var other : List.of(Counting.WAITING, Counting.UNFINISHED)) {
            counting = other;
            var former = Fields.spec(object("ScaledObject", "cdtarget-agent-keda"));
            assertThat(former).doesNotContainKey("advanced");
            assertThat((List<?>) former.get("triggers")).hasSize(1);
        }
    }

    @Test
    void withoutKedaTheNumberStays() {
        keda = false;
        assertThat(names(wanted().objects()))
                .contains("Deployment/cdtarget-agent-keda")
                .noneMatch(each -> each.startsWith("Scaled") || each.startsWith("Trigger"));
        assertThat(wanted().worst().orElseThrow().reason()).isEqualTo("KedaMissing");
    }

    @SuppressWarnings("unchecked")
    private static void managed(Map<String, Object> object, String... fields) {
        var owned = new LinkedHashMap<String, Object>();
        for (var each : fields) {
            owned.put("f:" + each, Map.of());
        }
        ((Map<String, Object>) object.get("metadata"))
                .put(
                        "managedFields",
                        List.of(
                                Map.of(
                                        "manager",
                                        "dragoman-agents",
                                        "operation",
                                        "Apply",
                                        "fieldsV1",
                                        Map.of("f:spec", owned))));
    }

    @Test
    void theNumberOfAgentsIsTheScalersAsSoonAsItHasWrittenOne() {
        live("Deployment", each -> managed(each, "template"));
        assertThat(Fields.spec(object("Deployment", "cdtarget-agent-keda")))
                .doesNotContainKey("replicas");
        live("Deployment", each -> managed(each, "template", "replicas"));
        var kept = object("Deployment", "cdtarget-agent-keda");
        assertThat(Fields.spec(kept)).containsEntry("replicas", 4);
        assertThat(Fields.metadata(kept, "resourceVersion"))
                .as("not written over what the scaler writes meanwhile")
                .isEqualTo("7");
    }

    @Test
    void podsThatThePredecessorStartedWaitForAChange() {
        live("Deployment", each -> {});
        var taken = object("Deployment", "cdtarget-agent-keda");
        assertThat(Fields.spec(taken)).doesNotContainKeys("template", "replicas");
        assertThat(Fields.annotation(taken, "dragoman.dev/taken-over-at")).isEqualTo("1-0123");
        assertThat(wanted().worst()).isEmpty();
        assertThat(wanted().troubles())
                .singleElement()
                .satisfies(each -> assertThat(each.reason()).isEqualTo("RolloutWaits"));
        assertThat(wanted(WantedScalingTest::steppedOn).objects())
                .as("what a step sets in a template that waits would start the pods anew")
                .isEqualTo(wanted().objects());
        live("Deployment", WantedScalingTest::takenAtOne);
        assertThat(Fields.spec(object("Deployment", "cdtarget-agent-keda")))
                .doesNotContainKey("template");
        generation = 2;
        assertThat(Fields.spec(object("Deployment", "cdtarget-agent-keda")))
                .containsKey("template");
        generation = 1;
        rollOut = Map.of("dragoman.dev/roll-out", "now");
        assertThat(Fields.spec(object("Deployment", "cdtarget-agent-keda")))
                .containsKey("template");
    }

    /** As a team's step does that sets something in the template. */
    private static List<Map<String, Object>> steppedOn(List<Map<String, Object>> objects) {
        return objects.stream()
                .map(
                        each -> {
                            var copy = new LinkedHashMap<>(each);
                            if ("Deployment".equals(copy.get("kind"))) {
                                copy.put("spec", Map.of("template", Map.of("spec", Map.of())));
                            }
                            return Map.copyOf(copy);
                        })
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static void takenAtOne(Map<String, Object> object) {
        ((Map<String, Object>) object.get("metadata"))
                .put("annotations", Map.of("dragoman.dev/taken-over-at", "1-0123"));
    }
}
