package dev.dragoman.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A failure of a team's own route names file and line, and says in words what is wrong. */
class FailedStepsTest extends TestCommandFixture {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    setBody: { jsonpath: "$.data.none" }              | 10 | its JSONPath finds nothing in the message
                    setBody: { simple: "${body[data][none][deep]}" }  | 10 | its expression reads a field of something that is not there; write ?[...] in place of [...]
                    unmarshal: { json: {} }                           | 10 | this step gets a map as input, and needs a text, such as marshal makes of a map
                    validate: { simple: "${body?[data]?[b]} != null" } | 10 | its condition is not met
                    throwException: { exceptionType: java.lang.IllegalStateException, message: 'not like this' } | 10 | not like this
                    to: direct:called                                 | 16 | its JSONPath finds nothing in the message
                    """)
    void itSaysWhereAndWhat(String step, int line, String what) throws IOException {
        file(
                "overlays/own.camel.yaml",
                """
                - route:
                    id: own
                    from:
                      uri: kubernetes-reconcile:own
                      parameters: { kinds: core/ConfigMap }
                      steps:
                        - filter:
                            simple: "${header.CamelKubernetesReconcileGone} == false"
                            steps:
                              - %s
                - route:
                    id: called
                    errorHandler: { noErrorHandler: {} }
                    from:
                      uri: direct:called
                      steps: [ { setBody: { jsonpath: "$.none" } } ]
                - route: { id: caller, from: { uri: "kubernetes-reconcile:x", parameters: { kinds: team.example.com/Widget }, steps: [ { to: direct:called } ] } }
                """
                        .formatted(step));
        file(
                "one.case.yaml",
                """
                namespace: team-a
                apply: [ { apiVersion: v1, kind: ConfigMap, metadata: { name: one }, data: { a: "1" } } ]
                expect: { failures: [ { reason: OverlayFailed, message: "*own.camel.yaml:%d failed: %s. The operator tries again*" } ] }
                """
                        .formatted(line, what.replace("[", "*").replace("]", "*")));
        assertThat(test()).as("%s%s", out, err).isZero();
    }
}
