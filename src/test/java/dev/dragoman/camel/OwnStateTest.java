package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.camel.apply.KubernetesApplyEndpoint;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.reconcile.KubernetesReconcileConsumer;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the operator keeps on an exchange, and what routes ask for that is the operator's own. */
class OwnStateTest {
    private static final Outcome REFUSED = new Outcome.Fatal("Refused", "by Azure");
    private static final Map<String, Object> OBJECT =
            Map.of("kind", "ConfigMap", "metadata", Map.of("name", "a", "uid", "u"));

    private final DefaultCamelContext camel = new DefaultCamelContext();

    @AfterEach
    void stop() {
        camel.stop();
    }

    /** What steps leave of an exchange that carries a reconciliation with an outcome. */
    private Exchange run(String steps, Object body) throws Exception {
        return run(
                steps,
                body,
                new Reconciliation(
                        new ObjectKey("", "ConfigMap", "ns", "a"),
                        1,
                        Cause.EDITED,
                        OBJECT,
                        "u",
                        Instant.EPOCH));
    }

    private Exchange run(String steps, Object body, Reconciliation reconciliation)
            throws Exception {
        var text = "- route:\n    from:\n      uri: direct:it\n      steps:\n" + steps.indent(8);
        PluginHelper.getRoutesLoader(camel)
                .loadRoutes(ResourceHelper.fromString("it.camel.yaml", text));
        CamelRuntime.quietErrors(camel);
        camel.start();
        var exchange = new DefaultExchange(camel);
        KubernetesReconcileConsumer.fill(exchange, reconciliation);
        Outcomes.set(exchange, REFUSED);
        if (body != null) {
            exchange.getMessage().setBody(body);
        }
        try (var template = camel.createProducerTemplate()) {
            return template.send("direct:it", exchange);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- setProperty: {name: CamelKubernetesReconcileOutcome, constant: done}",
                "- setProperty: {name: dragoman.object, simple: '${body}'}",
                "- removeProperties: {pattern: '*'}",
                "- removeProperty: {name: dragoman.pass}",
                "- multicast: {steps: [{removeProperties: {pattern: '*'}}, {log: a}]}",
                "- split: {simple: '${body}', steps: [{removeProperties: {pattern: 'drag*'}}]}"
            })
    void noStepReplacesOutcomeOrObject(String steps) throws Exception {
        var left = run(steps, Map.of("metadata", Map.of("uid", "forged")));
        assertThat(left.getException()).isNull();
        assertThat(Outcomes.of(left)).isEqualTo(REFUSED);
        assertThat(ReconciliationExchange.object(left)).isEqualTo(OBJECT);
        assertThat(ReconciliationExchange.reconciliation(left).uid()).isEqualTo("u");
    }

    @Test
    void routesReadIt() throws Exception {
        var left = run("- setBody: {exchangeProperty: dragoman.object}", Map.of());
        assertThat(left.getMessage().getBody()).isEqualTo(OBJECT);
        assertThat(left.getProperty(Outcomes.OUTCOME)).isEqualTo(REFUSED);
    }

    /** What steps do with a Secret that a route of a team reconciles. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    - setBody: {simple: "${body}"}                                              | ***
                    - setBody: {simple: "${body[data][key]}"}                                   | ***
                    - setBody: {exchangeProperty: dragoman.object}                              | ***
                    - setBody: {exchangeProperty: dragoman.pass}                                | ***
                    - marshal: {json: {}}\\n- convertBodyTo: {type: String}                     | ***
                    - to: kubernetes-apply:mine                                                 | applier
                    - setVariable: {name: m, simple: "${map(name,copy)}"}\\n- setBody: {simple: "${map(apiVersion,v1,kind,Secret,metadata,${variable.m},data,${body[data]})}"}\\n- to: kubernetes-apply:mine | applier
                    - setVariable: {name: m, simple: "${map(name,copy)}"}\\n- setBody: {simple: "${map(apiVersion,v1,kind,ConfigMap,metadata,${variable.m},data,${body[data]})}"}\\n- to: kubernetes-apply:mine | may stand only in data and stringData of a Secret
                    """)
    void aSecretShowsNoValues(String steps, String shown) throws Exception {
        var secret =
                Map.<String, Object>of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "Secret",
                        "metadata",
                        Map.of("name", "a", "uid", "u"),
                        "data",
                        Map.of("key", "aHVudGVyMg=="));
        var left =
                run(
                        steps.replace("\\n", "\n"),
                        null,
                        new Reconciliation(
                                new ObjectKey("", "Secret", "ns", "a"),
                                1,
                                Cause.EDITED,
                                secret,
                                "u",
                                Instant.EPOCH));
        var said =
                left.getException() == null
                        ? left.getMessage().getBody().toString()
                        : left.getException() + Outcomes.of(left).toString();
        assertThat(said).contains(shown).doesNotContain("aHVudGVyMg");
        assertThat(ReconciliationExchange.object(left)).isEqualTo(secret);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    kubernetes-apply:dragoman?owner=false | ConfigMap | a                   | field manager dragoman is the operator's
                    kubernetes-apply:dragoman-agents      | ConfigMap | a                   | field manager dragoman-agents is the operator's
                    kubernetes-status:dragoman-status     | ConfigMap | a                   | field manager dragoman-status is the operator's
                    kubernetes-apply:mine                 | Secret    | dragoman-status-key | the operator uses a Secret of this name itself
                    kubernetes-apply:mine                 | Secret    | aso-credential      | the operator uses a Secret of this name itself
                    """)
    void whatIsTheOperatorsIsRefused(String uri, String kind, String name, String why)
            throws Exception {
        var object = Map.of("apiVersion", "v1", "kind", kind, "metadata", Map.of("name", name));
        var left = run("- to: " + uri, object);
        assertThat(left.getException()).isInstanceOf(OutcomeException.class);
        assertThat(Outcomes.of(left)).asString().contains(why);
    }

    @Test
    void whatTheOperatorRemembersIsNotForRoutes() throws Exception {
        var left = run("- to: kubernetes-status:mine", Map.of("dragoman", Map.of("created", "x")));
        assertThat(Outcomes.of(left)).asString().contains("the operator's own record");
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    core/ConfigMap | ns    | true  | Ready | writes the condition Ready of this kind
                    core/*         |       | true  | Ready | writes the condition Ready of this kind
                    core/ConfigMap | other | true  | Ready | statusWriter
                    core/Secret    |       | true  | Ready | statusWriter
                    core/ConfigMap | ns    | false | Ready | statusWriter
                    core/ConfigMap | ns    | true  | Seen  | statusWriter
                    """)
    void readyIsTheOperatorsWhereACapabilityReconciles(
            String kinds, String namespace, boolean enabled, String type, String why)
            throws Exception {
        var lines = new StepLines();
        lines.declare(CapabilityLines.of("holder"));
        camel.getRegistry().bind("lines", lines);
        camel.getCamelContextExtension().addInterceptStrategy(lines);
        PluginHelper.getRoutesLoader(camel)
                .loadRoutes(
                        ResourceHelper.fromString(
                                "more.camel.yaml",
                                """
                                - route:
                                    id: trigger
                                    autoStartup: false
                                    from:
                                      uri: kubernetes-reconcile:holder
                                      parameters: { kinds: "%s", namespace: "%s", enabled: %s }
                                      steps: [{to: "direct:between"}]
                                - route:
                                    id: other-id
                                    from:
                                      uri: direct:between
                                      steps: [{to: {uri: "direct:holder"}}]
                                - route:
                                    id: holder
                                    from:
                                      uri: direct:holder
                                      steps: [{log: a}]
                                """
                                        .formatted(
                                                kinds,
                                                namespace == null ? "" : namespace,
                                                enabled)));
        var status = Map.of("conditions", List.of(Map.of("type", type, "status", "True")));
        assertThat(Outcomes.of(run("- to: kubernetes-status:mine", status).getException()))
                .asString()
                .contains(why);
    }

    @ParameterizedTest
    @CsvSource({"kubernetes-apply:mine, applier", "kubernetes-status:mine, statusWriter"})
    void othersAreWritten(String uri, String writer) throws Exception {
        var secret =
                Map.of("apiVersion", "v1", "kind", "Secret", "metadata", Map.of("name", "mine"));
        // as far as the writer, which is not there
        assertThat(run("- to: " + uri, secret).getException()).hasMessageContaining(writer);
    }

    @Test
    void aLineThatIsDueWrites() throws Exception {
        camel.start();
        var exchange = new DefaultExchange(camel);
        exchange.getMessage().setBody(List.of(OBJECT));
        var endpoint =
                camel.getEndpoint(
                        "kubernetes-apply:dragoman-agents?owner=false",
                        KubernetesApplyEndpoint.class);
        try (var producer = endpoint.createAsyncProducer()) {
            assertThatThrownBy(() -> producer.process(exchange))
                    .isInstanceOf(OutcomeException.class);
            ReconciliationExchange.enter(exchange);
            assertThatThrownBy(() -> producer.process(exchange)).hasMessageContaining("applier");
            ReconciliationExchange.leave(exchange);
            assertThatThrownBy(() -> producer.process(exchange))
                    .isInstanceOf(OutcomeException.class);
        }
    }
}
