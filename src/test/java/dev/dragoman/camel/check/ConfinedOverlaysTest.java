package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.RuntimeFixture;
import dev.dragoman.camel.StartRefused;
import dev.dragoman.camel.confine.ConfinedContext;
import dev.dragoman.camel.confine.Trap;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.camel.https.OverlaySecrets;
import dev.dragoman.settings.AllowedHosts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a file would need to call anything: the check refuses it, the operator does not start. */
class ConfinedOverlaysTest {
    private static final String BUILT_IN = "classpath:overlaytest/*.camel.yaml";

    private static final String ROUTE =
            """
            - route:
                from:
                  uri: direct:attack
                  steps:
                    - setBody: { constant: 'java.lang.Runtime' }
                    - convertBodyTo: { type: java.lang.Class }
                    - setBody: { simple: "${body.methods[0].invoke(null,null)}" }
            """;

    @TempDir private Path directory;

    @BeforeEach
    void set() {
        Trap.SPRUNG.set(0);
    }

    private List<String> problems(String text) throws Exception {
        Files.writeString(directory.resolve("attack.camel.yaml"), text);
        return new OverlayCheck(BUILT_IN, Map.of(), Map.of(), HttpsAccess.none(), List.of())
                .check(new Overlays(List.of(directory))).stream()
                        .filter(each -> !each.warning())
                        .map(Diagnostic::toString)
                        .toList();
    }

    @Test
    void theCheckNamesTheClass() throws Exception {
        assertThat(problems(ROUTE))
                .anyMatch(
                        each ->
                                each.contains(
                                        "attack.camel.yaml:6: class 'java.lang.Class' is not for routes"));
    }

    @Test
    void theOperatorDoesNotStartWithIt() throws Exception {
        Files.writeString(directory.resolve("attack.camel.yaml"), ROUTE);
        try (var runtime = RuntimeFixture.runtime(new Overlays(List.of(directory)), BUILT_IN)) {
            assertThatThrownBy(runtime::start)
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("class 'java.lang.Class' is not for routes");
        }
    }

    @Test
    void theRunningOperatorHasNoWayEither() throws Exception {
        try (var runtime = RuntimeFixture.runtime(new Overlays(List.of(directory)), BUILT_IN)) {
            runtime.start();
            assertThat(runtime.context()).isInstanceOf(ConfinedContext.class);
            assertThatThrownBy(
                            () ->
                                    PluginHelper.getRoutesLoader(runtime.context())
                                            .loadRoutes(
                                                    ResourceHelper.fromString(
                                                            "attack.camel.yaml", ROUTE)))
                    .hasStackTraceContaining("type must be specified");
            PluginHelper.getRoutesLoader(runtime.context())
                    .loadRoutes(
                            ResourceHelper.fromString(
                                    "attack.camel.yaml",
                                    ROUTE.replaceFirst(".*convertBodyTo.*\n", "")));
            try (var template = runtime.context().createProducerTemplate()) {
                var done = template.send("direct:attack", exchange -> {});
                assertThat(done.getException()).hasStackTraceContaining("cannot be read");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    filter: { jsonpath: "$[?(@.a =~ /(a+)+$/)]", steps: [ { log: x } ] }       ; use 'regex' of simple
                    split: { tokenize: { token: a, regex: true }, steps: [ { log: x } ] }      ; 'regex' is not for overlays: regular expressions of tokenize have no time limit
                    split: { tokenize: { token: a, endToken: b }, steps: [ { log: x } ] }      ; or with ${body.split('REGEX')} of simple
                    split: { tokenize: "${body}", steps: [ { log: x } ] }                      ; the token of tokenize is computed; write a plain text
                    """)
    void whatHasNoTimeLimitIsNamedAtItsLine(String step, String reason) throws Exception {
        assertThat(
                        problems(
                                "- route:\n    from:\n      uri: direct:attack\n      steps:\n        - "
                                        + step
                                        + "\n"))
                .anyMatch(each -> each.contains("attack.camel.yaml:5: ") && each.contains(reason));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "setBody: { simple: { expression: x, resultType: java.net.URL } }",
                "unmarshal: { json: { unmarshalType: java.net.URL } }",
                "unmarshal: { json: { moduleClassNames: TRAP } }",
                "unmarshal: { json: { objectMapper: '#x' } }",
                "unmarshal: { jaxb: { contextPath: x } }",
                "throwException: { exceptionType: TRAP, message: m }",
                "split: { constant: a, aggregationStrategy: x, steps: [ { log: x } ] }",
                "aggregate: { correlationExpression: { constant: a }, steps: [ { log: x } ] }",
                "sort: { constant: a, comparator: x }",
                "loadBalance: { customLoadBalancer: { ref: x }, steps: [ { log: x } ] }",
                "multicast: { executorService: x, steps: [ { log: x } ] }",
                "transformDataType: { toType: application-x-java-object }",
                "setBody: { groovy: '1' }",
                "setBody: { java: '1' }",
                "setBody: { ref: x }",
                "setBody: { language: { language: file, expression: x } }",
                "to: { uri: 'log:x', parameters: { exchangeFormatter: x } }",
                "to: { uri: 'log:x', parameters: { marker: '#x' } }",
                "to: 'log:x?component.camelContext.name=y'",
                "to: 'bean:verdict?scope=Prototype&method=refuse(a, b)'"
            })
    void waysToSomethingElseAreClosed(String step) throws Exception {
        var text =
                """
                - route:
                    from:
                      uri: direct:attack
                      steps:
                        - %s
                """
                        .formatted(step.replace("TRAP", Trap.class.getName()));
        assertThat(problems(text))
                .anyMatch(
                        each ->
                                each.contains("is not for overlays")
                                        || each.contains("is not for routes")
                                        || each.contains("for overlays")
                                        || each.contains("there is no language")
                                        || each.contains("not allowed in an overlay")
                                        || each.contains("begins with '#'"));
        assertThat(Trap.SPRUNG).hasValue(0);
    }

    /** They would see what other routes send, and log it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "interceptSendToEndpoint: { uri: 'kubernetes-apply:*', steps: [ { log: '${body}' } ] }",
                "errorHandler: { defaultErrorHandler: { level: INFO } }"
            })
    void whatWouldBeInForceForOtherRoutesIsRefused(String item) throws Exception {
        assertThat(
                        problems(
                                """
                                - %s
                                - route:
                                    from:
                                      uri: direct:attack
                                      steps:
                                        - log: x
                                """
                                        .formatted(item)))
                .anyMatch(each -> each.contains(":1: ") && each.contains("is not for overlays"));
    }

    private List<String> kamelet(String value, String template) throws Exception {
        Files.writeString(
                directory.resolve("ours.kamelet.yaml"),
                """
                apiVersion: camel.apache.org/v1
                kind: Kamelet
                metadata: { name: ours }
                spec:
                  definition:
                    title: Ours
                    properties:
                      p: { type: string, default: "%s" }
                  template:
                %s
                """
                        .formatted(value, template.indent(4)));
        return problems(
                """
                - route:
                    from:
                      uri: direct:attack
                      steps:
                        - kamelet: ours
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${sysenv.PATH}",
                "{{java.home}}",
                "{{env:PATH}}",
                "#class:java.lang.Runtime",
                "resource:file:/etc/hostname",
                "${body.class}"
            })
    void whatAParameterOfAKameletIsByDefaultIsReadAsItsSteps(String value) throws Exception {
        var harmless = "from: { uri: 'kamelet:source', steps: [ { log: '{{p}}' } ] }";
        assertThat(kamelet(value, harmless))
                .anyMatch(each -> each.contains("ours.kamelet.yaml:8: "));
        assertThat(kamelet("plain", harmless)).isEmpty();
    }

    @Test
    void eachTemplateOfAKameletIsLookedAt() throws Exception {
        assertThat(
                        kamelet(
                                "plain",
                                """
                                route: { from: { uri: 'kamelet:source', steps: [ { log: x } ] } }
                                from: { uri: 'kamelet:source', steps: [ { setBody: { groovy: '1' } } ] }
                                """))
                .anyMatch(each -> each.contains("'groovy' is not for overlays"));
    }

    @Test
    void triedStepsSendNothing() throws Exception {
        // nobody listens there
        var access =
                new HttpsAccess(
                        AllowedHosts.of(AllowedHosts.VARIABLE, "localhost:1"),
                        HttpsAccess.none().tls(),
                        HttpsAccess.none().secrets());
        try (var trial =
                new TrialContext(
                        new Overlays(List.of(directory)),
                        Map.of(),
                        Map.of(),
                        access,
                        new OverlaySecrets(access.secrets()))) {
            trial.load(
                    ResourceHelper.fromString(
                            "sends.camel.yaml",
                            """
                            - route:
                                from:
                                  uri: direct:sends
                                  steps:
                                    - to: https://localhost:1/
                            """));
            trial.camel().setAutoStartup(true);
            trial.camel().start();
            try (var template = trial.camel().createProducerTemplate()) {
                var done = template.send("direct:sends", exchange -> {});
                assertThat(done.getException())
                        .hasMessageContaining("which a trial of steps does not do");
            }
        }
    }
}
