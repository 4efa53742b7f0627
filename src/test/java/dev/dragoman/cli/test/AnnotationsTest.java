package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps annotate the object in hand, whatever its user writes. */
class AnnotationsTest extends TestCommandFixture {
    private static final String GROUP =
            "{ apiVersion: resources.azure.com/v1api20200601, kind: ResourceGroup, metadata: { name: one%s }, spec: { location: northeurope } }";

    private static final String ANNOTATE =
            """
            - setBody: { simple: "${map(%s)}" }
            - to: "kubernetes-apply:team-notes?action=annotate"
            """;

    /**
     * The write of the annotation is no change that anybody has made: nothing runs again for it.
     */
    @ParameterizedTest
    @CsvSource({
        "resources.azure.com/v1api20200601, ResourceGroup, team-a, spec: { location: northeurope }",
        "v1, ConfigMap, nsplease-requests, data: {}"
    })
    void stepsAnnotateTheObject(String version, String kind, String namespace, String content)
            throws IOException {
        file(
                "overlays/transition.a.steps.yaml",
                ANNOTATE.formatted("example.com/ready,${body[ready]},example.com/none,${null}"));
        file(
                "overlays/transition.b.steps.yaml",
                ANNOTATE.formatted("other.example.com/was,is-${body[was]}")
                        .replace("team-notes", "team-more"));
        file(
                "note.case.yaml",
                """
                rounds:
                - apply: [ { apiVersion: %1$s, kind: %2$s, metadata: { name: nsp-one, namespace: %3$s }, %4$s } ]
                  expect:
                    objects: [ { apiVersion: %1$s, kind: %2$s, metadata: { name: nsp-one, namespace: %3$s, annotations: { example.com/ready: "True", other.example.com/was: is- } } } ]
                    failures: []
                - resync: true
                  expect: { failures: [], events: [], requests: [] }
                """
                        .formatted(version, kind, namespace, content));
        assertThat(test("--show")).as("%s%s", out, err).isZero();
        assertThat(out.toString().split("manager: \"team-", -1)).as("%s", out).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dragoman.dev/seal,a",
                "x.dragoman.dev/a,b",
                "serviceoperator.azure.com/reconcile-policy,skip",
                "kubernetes.io/a,b",
                "x.k8s.io/a,b",
                "plain,b",
                "example.com/a b,c"
            })
    void annotationsOfOthersAreNot(String given) throws IOException {
        file("overlays/azure-transition.a.steps.yaml", ANNOTATE.formatted(given));
        file(
                "one.case.yaml",
                "apply: [ %s ]\nexpect: { failures: [] }\n".formatted(GROUP.formatted("")));
        assertThat(test("--show")).as("%s%s", out, err).isZero();
        assertThat(out.toString()).contains("untold").doesNotContain("team-notes");
    }

    /** The next file runs, and the value is that of the steps. */
    @Test
    void aUsersValueOfTheKeyStopsNothing() throws IOException {
        file("overlays/transition.a.steps.yaml", ANNOTATE.formatted("example.com/a,it is ***"));
        file(
                "overlays/transition.b.steps.yaml",
                "- to: kubernetes-event:told?reason=Told&note=x\n");
        file(
                "one.case.yaml",
                """
                apply: [ %s ]
                expect:
                  events: [ { reason: Told }, { reason: BeginCreateOrUpdate } ]
                  objects: [ { apiVersion: resources.azure.com/v1api20200601, kind: ResourceGroup, metadata: { name: one, annotations: { example.com/a: "it is ***" } } } ]
                """
                        .formatted(GROUP.formatted(", annotations: { example.com/a: mine }")));
        assertThat(test("--show")).as("%s%s", out, err).isZero();
    }

    /** A request has its state in annotations too. */
    @ParameterizedTest
    @ValueSource(strings = {"example.com/a,${body[reason]}", "example.com/a,${uuid}"})
    void aStepThatFailsAfterItDoesNotKeepTheStateAway(String annotation) throws IOException {
        file(
                "overlays/transition.a.steps.yaml",
                ANNOTATE.formatted(annotation)
                        + "- marshal: { json: {} }\n- to: https://hooks.example.com/T0\n");
        file(
                "one.case.yaml",
                """
                settings: { DRAGOMAN_HTTPS_HOSTS: hooks.example.com }
                answers: { "POST https://hooks.example.com/T0": 503 }
                apply: [ { apiVersion: v1, kind: ConfigMap, metadata: { name: nsp-one, namespace: nsplease-requests } } ]
                expect:
                  objects: [ { apiVersion: v1, kind: ConfigMap, metadata: { name: nsp-one, namespace: nsplease-requests, annotations: { dragoman.dev/state: Ready } } } ]
                """);
        assertThat(test("--show")).as("%s%s", out, err).isZero();
    }

    /** Neither a list of two nor an empty one is taken for a map. */
    @ParameterizedTest
    @ValueSource(
            strings = {"${list(${map(example.com/a,b)},${map(example.com/c,d)})}", "${list()}"})
    void whatIsNoMapIsTold(String body) throws IOException {
        file(
                "overlays/transition.a.steps.yaml",
                "- setBody: { simple: \"%s\" }\n- to: kubernetes-apply:team-notes?action=annotate\n"
                        .formatted(body));
        file(
                "one.case.yaml",
                "apply: [ %s ]\nexpect: { failures: [] }\n".formatted(GROUP.formatted("")));
        assertThat(test("--show")).as("%s%s", out, err).isZero();
        assertThat(out.toString()).contains("untold").doesNotContain("team-notes");
    }
}
