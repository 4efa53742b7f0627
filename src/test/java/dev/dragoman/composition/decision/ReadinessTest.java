package dev.dragoman.composition.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** When a made object is ready, and what is said when it is not. */
class ReadinessTest {
    private static final String MADE = "apiVersion: example.org/v1, kind: Made, ";
    private static final String SECOND = "metadata: { generation: 2 }, ";

    private static String ready(String more) {
        return "conditions: [ { type: Other, status: 'True' }, { type: Ready, %s } ]"
                .formatted(more);
    }

    private static String status(String text) {
        return "status: { %s }".formatted(text);
    }

    private static String workload(String kind) {
        return "apiVersion: apps/v1, kind: %s, ".formatted(kind) + SECOND;
    }

    static Stream<Arguments> conditions() {
        var late = "Reconciling: its controller has not handled its last change yet";
        var ready =
                MADE
                        + SECOND
                        + "status: { "
                        + ready("status: 'True', observedGeneration: %d")
                        + " }";
        return Stream.of(
                arguments(ready.formatted(2), "Ready: "),
                arguments(ready.formatted(1), late),
                arguments(MADE + SECOND + status(ready("status: 'True'")), "Ready: "),
                arguments(
                        MADE + SECOND + status("observedGeneration: 1, " + ready("status: 'True'")),
                        late),
                arguments(
                        MADE + status(ready("status: 'False', reason: Failed, message: no quota")),
                        "Failed: no quota"),
                arguments(MADE + status(ready("status: Unknown")), "NotReady: it is not ready"),
                arguments(
                        MADE + status(ready("status: 'False', reason: a text")),
                        "NotReady: it is not ready"),
                arguments(
                        MADE + status(ready("status: 'False', reason: '', message: 5")),
                        "NotReady: it is not ready"),
                arguments(
                        MADE + status("conditions: text"),
                        "NoStatus: it has no condition Ready yet; if"),
                arguments(MADE + "status: text", "NoStatus: it has no condition Ready yet; if its"),
                arguments("apiVersion: networking.k8s.io/v1, kind: Ingress, status: {}", "Ready: "),
                arguments("apiVersion: v1, kind: ConfigMap", "Ready: "),
                // a pod is never waited for
                arguments(
                        "apiVersion: v1, kind: Pod, " + status(ready("status: 'False'")),
                        "Ready: "),
                arguments(
                        "apiVersion: v1, kind: ConfigMap, metadata: { deletionTimestamp: now }",
                        "Deleting: it is being deleted"),
                arguments(
                        MADE
                                + "metadata: { deletionTimestamp: now }, "
                                + status(ready("status: 'True'")),
                        "Deleting: it is being deleted"));
    }

    static Stream<Arguments> workloads() {
        var late = "Reconciling: its controller has not handled its last change yet";
        return Stream.of(
                arguments(workload("Deployment"), late),
                arguments(workload("Deployment") + status("observedGeneration: 1"), late),
                arguments(
                        workload("Deployment") + status("observedGeneration: 2"),
                        "PodsNotReady: 0 of 1 pods are ready"),
                arguments(
                        workload("Deployment")
                                + "spec: { replicas: 0 }, "
                                + status("observedGeneration: 2"),
                        "Ready: "),
                arguments(
                        workload("StatefulSet")
                                + "spec: { replicas: 3 }, "
                                + status("observedGeneration: 2, readyReplicas: 2"),
                        "PodsNotReady: 2 of 3 pods are ready"),
                arguments(
                        workload("DaemonSet")
                                + status(
                                        "observedGeneration: 2, desiredNumberScheduled: 2, numberReady: 1"),
                        "PodsNotReady: 1 of 2 pods are ready"),
                arguments(workload("ControllerRevision"), "Ready: "),
                arguments("apiVersion: batch/v1, kind: CronJob", "Ready: "),
                arguments("apiVersion: batch/v1, kind: Job", "Running: it is not complete"),
                arguments(
                        "apiVersion: batch/v1, kind: Job, status: { conditions: [ { type: Failed, status: 'True' } ] }",
                        "Failed: it has failed"),
                arguments(
                        "apiVersion: batch/v1, kind: Job, status: { conditions: [ { type: Complete, status: 'True' } ] }",
                        "Ready: "));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(String text) {
        return (Map<String, Object>)
                new Load(LoadSettings.builder().build()).loadFromString("{ " + text + " }");
    }

    @ParameterizedTest
    @MethodSource({"conditions", "workloads"})
    void anObjectIsReadyAsItsKindShowsIt(String text, String told) {
        var readiness = Readiness.of(object(text), true);
        assertThat(readiness.reason() + ": " + readiness.message()).startsWith(told);
        assertThat(readiness.isReady()).isEqualTo(told.equals("Ready: "));
    }

    @ParameterizedTest
    @MethodSource("existing")
    void withoutAConditionItIsEnoughToExist(String text) {
        assertThat(Readiness.of(object(text), false).isReady()).isTrue();
    }

    static Stream<Arguments> existing() {
        return Stream.of(arguments(MADE + "status: {}"), arguments(MADE + "spec: {}"));
    }
}
