package dev.dragoman.camel.point;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.CapturedLog;
import dev.dragoman.camel.KameletText;
import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.capability.point.Opaque;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What teams' steps may do at a point, and what comes back of it. */
class PointRunnerTest extends PointRunnerFixture {
    @Test
    void filesOfAPointRunInTheOrderOfTheirNames() throws IOException {
        steps("azure-desired.b.steps.yaml", "- to: bean:body?method=set('tags.order', 'b')\n");
        assertThat(changed("- to: bean:body?method=set('tags.order', 'z')\n").get("tags"))
                .isEqualTo(Map.of("team", "orders", "order", "z"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    bean:body?method=set('tags.team', ${header.CamelKubernetesReconcileLabels[team]}) | {team=billing}
                    bean:body?method=setDefault('tags.team', 'x')       | {team=orders}
                    bean:body?method=setDefault('tags.other', 'x')      | {team=orders, other=x}
                    bean:body?method=set('tags.none', ${header.CamelKubernetesReconcileLabels[none]}) | {team=orders}
                    bean:body?method=tag('TEAM', 'x')                   | {team=orders}
                    bean:body?method=tag(cost-centre, 4711)             | {team=orders, cost-centre=4711}
                    bean:body?method=remove('tags.team')                | {}
                    """)
    void theBeanForBodies(String uri, String tags) throws IOException {
        assertThat(changed("- to: \"" + uri + "\"\n").get("tags").toString()).isEqualTo(tags);
    }

    /** What is in the list is added once, and a list that is not there begins with it. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    bean:body?method=add('rules', 'b')                      | [a, b]
                    bean:body?method=add('rules', 'a')                      | [a]
                    bean:body?method=add(rules, ${header.CamelKubernetesReconcileLabels[none]}) | [a]
                    bean:body?method=add('other.rules', 'b')                | [b]
                    bean:body?method=add('deep[0].rules', 'b')              | [c, b]
                    bean:body?method=add('maps', ${body[tags]})             | [{team=orders}]
                    """)
    void aValueIsAddedToAList(String uri, String expected) throws IOException {
        steps("azure-desired.ours.steps.yaml", ("- to: \"" + uri + "\"\n").repeat(2));
        var body =
                Map.of(
                        "tags",
                        Map.of("team", "orders"),
                        "rules",
                        List.of("a"),
                        "deep",
                        List.of(Map.of("rules", List.of("c"))));
        var changed = (Map<?, ?>) ((PointResult.Passed) run(Point.DESIRED, body)).body();
        var at =
                uri.contains("deep")
                        ? ((Map<?, ?>) ((List<?>) changed.get("deep")).getFirst()).get("rules")
                        : uri.contains("other")
                                ? ((Map<?, ?>) changed.get("other")).get("rules")
                                : changed.get(uri.contains("maps") ? "maps" : "rules");
        assertThat(at).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- to: bean:body?method=add(location, x)",
                "- to: bean:body?method=add(tags, x)",
                "- to: bean:body?method=add(nothere, x)",
                "- to: bean:body?method=add(keys, ${body[properties][password]})",
                "- to: bean:body?method=set('nothere.x', 1)",
                "- to: bean:body?method=set('location.x', 1)",
                "- to: bean:body?method=set('a..b', 1)",
                "- to: bean:exports?method=label(a, b)",
                "- setBody: {simple: \"${null}\"}",
                "- setBody: {constant: hunter2}",
                "- setBody: {simple: \"${list(1,2)}\"}",
                "- setBody: {simple: \"${map(location,westeurope)}\"}",
                "- throwException: {exceptionType: java.lang.IllegalStateException, message: no}",
                "- rollback: {message: no}",
                "- rollback: {markRollbackOnly: true}",
                "- to: bean:body?method=set('tags.leak', ${body[properties][password]})",
                "- multicast: {steps: [{to: \"bean:verdict?method=refuse(A, b)\"}, {to: \"bean:verdict?method=refuse(B, c)\"}]}",
                "- marshal: {json: {}}\n- unmarshal: {json: {}}",
                "- to: bean:body?method=set('properties.password', x)",
                "- to: bean:verdict?method=refuse('no reason', x)",
                "- to: bean:verdict?method=hold(Later, x, soon)"
            })
    void whatCannotBeUsedNamesTheFile(String text) throws IOException {
        steps("azure-desired.ours.steps.yaml", text + "\n");
        assertThatThrownBy(() -> run(Point.DESIRED, body()))
                .isInstanceOf(OverlayFailure.class)
                .hasMessageContaining(directory.resolve("azure-desired.ours.steps.yaml").toString())
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void nothingButTheBodyComesBack() throws IOException {
        var changed =
                changed(
                        """
                        - removeHeaders: {pattern: "*"}
                        - removeProperties: {pattern: "*"}
                        - setProperty: {name: ours, constant: theirs}
                        - setHeader: {name: ours, constant: theirs}
                        - stop: {}
                        """);
        assertThat(changed.get("location")).isEqualTo("westeurope");
    }

    @Test
    void aSecretIsNotReadButSent() throws IOException {
        try (var log = new CapturedLog("ROOT")) {
            var changed = changed("- log: \"${body} ${body[properties][password]}\"\n");
            assertThat(log.lines()).anyMatch(line -> line.contains("***"));
            assertThat(log.lines()).noneMatch(line -> line.contains(SECRET));
            assertThat(changed.get("properties")).isEqualTo(Map.of("password", SECRET));
        }
    }

    @Test
    void aVerdictEndsThePoint() throws IOException {
        steps(
                "azure-before-create.a.steps.yaml",
                """
                - to: "bean:verdict?method=hold('NotApproved', 'ask ${header.CamelKubernetesReconcileName}, it''s (theirs)', '5m')"
                - throwException: {exceptionType: java.lang.IllegalStateException, message: no}
                """);
        steps("azure-before-create.b.steps.yaml", "- to: bean:verdict?method=refuse(B, c)\n");
        var result = (PointResult.Judged) run(Point.BEFORE_CREATE, body());
        assertThat(result.verdict().reason()).isEqualTo("NotApproved");
        assertThat(result.verdict().message()).startsWith("ask a, it");
        assertThat(result.verdict().after()).isEqualTo(Optional.of(Duration.ofMinutes(5)));
    }

    /** The first verdict in the order of the names ends the point. */
    @ParameterizedTest
    @CsvSource({
        "BEFORE_DELETE, before-delete.a, azure-before-delete.b, A before-delete",
        "BEFORE_DELETE, before-delete.b, azure-before-delete.a, B before-delete",
        "BEFORE_DELETE, before-delete.a, azure-before-delete.a, B before-delete",
        "BEFORE_CREATE, azure-before-send.a, azure-before-create.b, A before-create",
        "BEFORE_CHANGE, azure-before-send.a, azure-before-create.b, A before-change",
        "BEFORE_CREATE, azure-before-send.b, azure-before-create.a, B before-create",
        "BEFORE_CREATE, agents-before-send.a, azure-before-create.b, B before-create"
    })
    void aFileMayHoldForMorePoints(Point point, String one, String other, String said)
            throws IOException {
        var refuse = "- to: \"bean:verdict?method=refuse(%s, '${header.DragomanStep}')\"\n";
        steps(one + ".steps.yaml", refuse.formatted("A"));
        steps(other + ".steps.yaml", refuse.formatted("B"));
        var verdict = ((PointResult.Judged) run(point, Map.of("id", "x"))).verdict();
        assertThat(verdict.reason() + " " + verdict.message()).isEqualTo(said);
    }

    @Test
    void aFailureInAFileForAllCapabilitiesNamesItsLine() throws IOException {
        steps("transition.all.steps.yaml", "- log: a\n- to: bean:verdict?method=refuse(A, b)\n");
        assertThat(run(Point.TRANSITION, Map.of("ready", "True")))
                .isInstanceOfSatisfying(
                        PointResult.Failed.class,
                        failed ->
                                assertThat(failed.problem())
                                        .contains("transition.all.steps.yaml:2 failed:"));
    }

    @Test
    void aKameletReplacesThePoint() throws IOException {
        steps(
                "azure-before-delete.kamelet.yaml",
                KameletText.of(
                        "azure-before-delete", "to: bean:verdict?method=refuse(Never, 'ask us')"));
        assertThat(run(Point.BEFORE_DELETE, Map.of("id", "x")))
                .isEqualTo(
                        new PointResult.Judged(new Verdict("Never", "ask us", Optional.empty())));
    }

    @Test
    void whatComesAfterADelayBeyondItsTimeIsNotDone() throws Exception {
        steps(
                "azure-transition.ours.steps.yaml",
                """
                - delay: {constant: "2500"}
                - log: "sent all the same"
                """);
        try (var log = new CapturedLog("azure-transition.ours")) {
            // until it is over
            grace = 30;
            var result = run(Point.TRANSITION, Map.of("ready", "True"));
            assertThat(result).isInstanceOf(PointResult.Failed.class);
            assertThat(log.lines()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- delay: {constant: \"60000\"}",
                "- loop: {doWhile: true, simple: \"true == true\", steps: [{setHeader: {name: x, constant: y}}]}"
            })
    void stepsThatDoNotEndCostTheirTimeAlone(String text) throws IOException {
        steps("azure-transition.ours.steps.yaml", text + "\n");
        assertThat(run(Point.TRANSITION, Map.of("ready", "True")))
                .isInstanceOfSatisfying(
                        PointResult.Failed.class,
                        failed ->
                                assertThat(failed.problem())
                                        .contains("azure-transition.ours.steps.yaml")
                                        .contains("did not end within 2 s"));
    }

    /**
     * They take away all that steps can reach, and handle every failure. Or they count: Camel
     * counts down the rounds that are left.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{loop: {doWhile: true, simple: \"true == true\", steps: [{doTry: {steps: [{removeProperties: {pattern: \"*\"}}, {setHeader: {name: x, constant: y}}, {setHeader: {name: x, constant: y}}], doCatch: [{exception: [java.lang.Exception], steps: [{setHeader: {name: x, constant: z}}]}]}}]}}",
                "{loop: {constant: 1000000, steps: [{loop: {copy: true, constant: 1000000, steps: [{setVariable: {name: x, constant: a}}]}}]}}",
                "{loop: {constant: 2000000000, steps: [{setVariable: {name: x, constant: a}}]}}"
            })
    void noStepsGoOnForEver(String text) throws IOException {
        steps(
                "azure-transition.ours.steps.yaml",
                "- filter: {simple: \"true == true\", steps: [" + text + "]}\n");
        var before = Thread.getAllStackTraces().keySet();
        assertThat(run(Point.TRANSITION, Map.of("ready", "True")))
                .isInstanceOf(PointResult.Failed.class);
        await().until(
                        () ->
                                Thread.getAllStackTraces().keySet().stream()
                                        .filter(each -> !before.contains(each))
                                        .noneMatch(
                                                each -> each.getName().equals("azure-transition")));
    }

    @Test
    void exportsGetLabelsAndFurtherKeys() throws IOException {
        steps(
                "azure-exported.ours.steps.yaml",
                """
                - to: bean:exports?method=label(team, orders)
                - to: bean:exports?method=add('*', connection, key)
                - to: bean:exports?method=add('*', none, missing)
                """);
        var passed = (PointResult.Passed) run(Point.EXPORTED, List.of(secret()));
        var object = (Map<?, ?>) ((List<?>) passed.body()).getFirst();
        assertThat(object.get("data")).isEqualTo(Map.of("key", SECRET, "connection", SECRET));
        assertThat(object.get("metadata"))
                .isEqualTo(Map.of("name", "a", "labels", Map.of("team", "orders")));
        assertThat(passed.toString()).doesNotContain(SECRET);
    }

    @Test
    void whatFilesAddComesBackAndNothingElse() throws IOException {
        steps(
                "azure-objects.a.steps.yaml",
                """
                - setBody:
                    simple: '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "${body[0][metadata][name]}-more"} }'
                - unmarshal: { json: {} }
                - to: "bean:objects?method=add"
                - setBody: { constant: "whatever" }
                """);
        steps(
                "azure-objects.b.steps.yaml",
                """
                - filter:
                    simple: "${body[0][kind]} == 'Deployment'"
                    steps:
                      - setBody:
                          constant: |
                            apiVersion: v1
                            kind: ConfigMap
                            metadata: { name: b, labels: "${body[0][metadata]}" }
                            data: { is: 1, text: "of ${body[0][kind]}" }
                      - to: "bean:objects?method=template"
                """);
        var made =
                List.of(
                        Map.of(
                                "apiVersion",
                                "apps/v1",
                                "kind",
                                "Deployment",
                                "metadata",
                                Map.of("name", "a")));
        steps("azure-objects.c.steps.yaml", "- log: nothing\n");
        var passed = (PointResult.Added) run(Point.OBJECTS, made);
        assertThat(passed.files())
                .isEqualTo(Set.of("azure-objects.a.steps.yaml", "azure-objects.b.steps.yaml"));
        assertThat((List<?>) passed.objects())
                .extracting(each -> ((Map<?, ?>) ((Map<?, ?>) each).get("metadata")).get("name"))
                .isEqualTo(List.of("a-more", "b"));
        assertThat(passed.objects().getLast())
                .as("by the template, of which the body is itself")
                .hasToString(
                        "{apiVersion=v1, kind=ConfigMap, metadata={name=b, labels={name=a}}, data={is=1, text=of Deployment}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    add      | constant: text                          | the message body is not a map with an object
                    add      | simple: "${map(kind,ConfigMap)}"        | left a map in the list, which must hold Kubernetes objects
                    template | constant: "{kind: ["                    | the message body is not YAML
                    template | constant: "[a]"                         | the message body is not a map with an object
                    template | constant: "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {key: '${body[0][data][key]}'}}" | left a secret value
                    """)
    void whatIsNoObjectIsRefused(String method, String body, String why) throws IOException {
        steps(
                "azure-objects.a.steps.yaml",
                """
                - setBody: { %s }
                - to: "bean:objects?method=%s"
                """
                        .formatted(body, method));
        assertThatThrownBy(() -> run(Point.OBJECTS, List.of(secret())))
                .hasMessageContaining("azure-objects.a.steps.yaml")
                .hasMessageContaining(why);
    }

    @Test
    void aSignatureIsHandedOver() throws IOException {
        var asked = Map.of("request", "a", "hosts", List.of("b"));
        steps("azure-sign.a.steps.yaml", "- setBody: { constant: lost }\n");
        assertThat(((PointResult.Passed) run(Point.SIGN, asked)).body())
                .as("nobody signs")
                .isEqualTo(Map.of());
        steps(
                "azure-sign.b.steps.yaml",
                """
                - setBody: { simple: "${map(chain,${body[request]},roots,${body[hosts]})}" }
                - to: "bean:signature?method=given(${body[chain]}, ${body[roots]})"
                """);
        assertThat(((PointResult.Passed) run(Point.SIGN, asked)).body())
                .isEqualTo(Map.of("chain", List.of("a"), "roots", List.of("b")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ${body?[chain]}, ${body[hosts]} | the chain is null or empty
                    ${body}, ${body[hosts]}         | the argument 'chain' is neither a text nor a list
                    ${body[request]}, 'b'           | another step has handed over a signature already
                    """)
    void whatIsNoSignatureIsRefused(String given, String why) throws IOException {
        steps(
                "azure-sign.a.steps.yaml",
                """
                - filter:
                    simple: "${body[request]} == 'twice'"
                    steps: [ { to: "bean:signature?method=given(${body[request]}, 'a')" } ]
                - to: "bean:signature?method=given(%s)"
                """
                        .formatted(given));
        var asked = Map.of("request", "twice", "hosts", List.of("b"));
        assertThatThrownBy(
                        () ->
                                run(
                                        Point.SIGN,
                                        why.startsWith("another")
                                                ? asked
                                                : Map.of("request", "a", "hosts", List.of("b"))))
                .hasMessageContaining("azure-sign.a.steps.yaml")
                .hasMessageContaining(why);
    }

    private static Map<String, Object> secret() {
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Secret",
                "metadata",
                Map.of("name", "a"),
                "data",
                Map.of("key", Opaque.of(SECRET)));
    }

    /** Another replica leads, and knows more than this one. */
    @ParameterizedTest
    @EnumSource(names = {"AFTER_CREATE", "TRANSITION", "BEFORE_CHANGE"})
    void whatActsRunsOnlyWhileTheReplicaLeads(Point point) throws IOException {
        steps("azure-%s.a.steps.yaml".formatted(point.text()), "- log: ran\n");
        assertThat(run(point, body()))
                .isInstanceOf(point.acts() ? PointResult.Acted.class : PointResult.Passed.class);
        leads = false;
        if (!point.acts()) {
            assertThat(run(point, body())).isInstanceOf(PointResult.Passed.class);
            return;
        }
        assertThatThrownBy(() -> run(point, body()))
                .isInstanceOfSatisfying(
                        OutcomeException.class,
                        thrown ->
                                assertThat(thrown.outcome())
                                        .isInstanceOf(Outcome.Transient.class)
                                        .extracting(Outcome::reason)
                                        .isEqualTo("LeaseNotHeld"));
        prefix = "";
        var handled = send(point, body());
        assertThat(handled.getException()).isNull();
        assertThat(handled.getMessage().getBody()).isNull();
    }

    @Test
    void withoutAPointToRunNothingHappens() {
        try (var camel = new DefaultCamelContext()) {
            camel.start();
            try (var producer = camel.createProducerTemplate()) {
                assertThat(producer.requestBody("dragoman-point:azure-transition", "kept"))
                        .isEqualTo("kept");
            } catch (CamelExecutionException | IOException e) {
                throw new IllegalStateException(e);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
