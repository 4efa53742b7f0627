package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.camel.KameletText;
import dev.dragoman.camel.Overlays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of extension points that would do harm, or nothing: over the shipped routes. */
class PointFilesTest {
    @TempDir private Path directory;

    private void file(String name, String content) throws IOException {
        Files.writeString(directory.resolve(name), content);
    }

    private List<String> found() {
        return Operator.overlayCheck(Map.of(), new Overlays(List.of()))
                .check(new Overlays(List.of(directory)))
                .stream()
                .map(Diagnostic::toString)
                .map(text -> text.substring(directory.toString().length() + 1))
                .toList();
    }

    /** An expression in a text from elsewhere would be somebody else's. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    - setBody: {constant: "kind: A"}#- to: "bean:objects?method=template" | true
                    - setBody: {constant: "kind: A"}#- to: "bean://objects?method=template" | true
                    - setBody: {constant: "kind: A"}#- to: {uri: "bean:objects", parameters: {method: template}} | true
                    - setBody: {constant: {expression: "kind: A"}}#- to: "bean:objects?method=template" | true
                    - setBody: {expression: {constant: {expression: "kind: A"}}}#- to: "bean://objects?method=template" | true
                    - setBody: {simple: {expression: "${body}"}}#- to: "bean:objects?method=template" | false
                    - filter: {simple: "${body} != null", steps: [{setBody: {constant: x}}, {to: "bean:objects?method=template"}]} | true
                    - to: "bean:objects?method=template" | false
                    - setBody: {simple: "${body}"}#- to: "bean:objects?method=template" | false
                    - setBody: {constant: x}#- log: a#- to: "bean:objects?method=template" | false
                    - setBody: {constant: x}#- bean: {ref: objects, method: template} | false
                    - setBody: {constant: x}#- setHeader: {name: a, simple: "${bean:objects?method=template}"} | false
                    """)
    void aTemplateStandsAboveTheStepThatReadsIt(String steps, boolean fits) throws IOException {
        file("agents-objects.a.steps.yaml", steps.replace("#", "\n") + "\n");
        assertThat(
                        found().stream()
                                .filter(each -> each.contains("does not set a template"))
                                .toList())
                .hasSize(fits ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"kind: ${sysenv.HOME}\"", "{ expression: \"kind: ${sysenv.HOME}\" }"})
    void anExpressionInATemplateIsChecked(String constant) throws IOException {
        file(
                "agents-objects.a.steps.yaml",
                """
                - setBody: { constant: %s }
                - to: "bean:objects?method=template"
                """
                        .formatted(constant));
        assertThat(found())
                .anySatisfy(each -> assertThat(each).contains("'${sysenv.HOME}' is not allowed"));
    }

    @ParameterizedTest
    @CsvSource({
        "agents-objects.a, restricts: true, true",
        "agents-objects.a, restrict: true, false",
        "agents-objects.a, restricts: yes, false",
        "agents-desired.a, restricts: true, false",
        "agents-desired.a, contract: v1, true"
    })
    void aCommentForTheOperatorIsOneThatItKnows(String name, String said, boolean known)
            throws IOException {
        file(name + ".steps.yaml", "# dragoman.dev/%s\n- log: a\n".formatted(said));
        assertThat(found().stream().filter(each -> each.contains("has no meaning here")).toList())
                .hasSize(known ? 0 : 1);
    }

    @ParameterizedTest(name = "{0} {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    azure-desired       | 2 | to: azure-arm:put?path=/x&apiVersion=2020-01-01    | azure-arm has effects outside
                    azure-desired       | 2 | to: azure-key-vault:v?operation=getSecret           | azure-key-vault has effects outside
                    azure-desired       | 2 | to: kubernetes-apply:mine                          | kubernetes-apply has effects outside
                    azure-before-create | 2 | to: kubernetes-event:x?reason=Seen                 | kubernetes-event has effects outside
                    azure-exported      | 2 | to: kubernetes-finalizer:a.b/c                     | kubernetes-finalizer has effects outside
                    azure-before-delete | 2 | to: https://example.com/x                         | https has effects outside
                    azure-before-change | 2 | wireTap: {uri: "https://example.com/x"}            | nothing waits for 'wireTap'
                    azure-desired       | 2 | to: https://example.com/x                         | host example.com is not allowed
                    azure-transition    | 2 | to: bean:verdict?method=refuse(A,b)                | bean 'verdict' has no effect at azure-transition
                    azure-after-create  | 2 | to: bean:verdict?method=hold(A,b,1m)               | bean 'verdict' has no effect at azure-after-create
                    azure-before-create | 2 | to: bean:body?method=set(a,b)                      | bean 'body' has no effect at azure-before-create
                    azure-desired       | 2 | to: bean:exports?method=label(a,b)                 | bean 'exports' has no effect at azure-desired
                    azure-desired       | 2 | to: bean:nobody?method=set(a,b)                    | there is no bean 'nobody'
                    azure-desired       | 2 | to: bean:body?method=sett(a,b)                     | bean 'body' has no method 'sett'; it has: add, remove, set, setDefault, tag
                    azure-desired       | 2 | to: bean:azureSteps?method=claim                   | bean 'azureSteps' has the steps of a capability
                    azure-desired       | 1 | to: direct:azure                                   | calls the built-in direct:azure
                    azure-desired       | 2 | to: file:/etc                                      | scheme 'file' is not allowed
                    azure-desired       | 2 | setBodyy: x                                        | setBodyy
                    azure-desired       | 2 | script: {constant: x}                              | 'script' is not for overlays
                    azure-desired       | 2 | to: bean:body?method=tag(a)                        | body.tag takes 2 arguments, not 1
                    azure-desired       | 2 | filter: {simple: "${bean:once?method=pass(chat, 10m)}", steps: [{log: x}]} | bean 'once' has no effect at azure-desired; it works at 'after-create', 'transition'
                    azure-transition    | 2 | filter: {simple: "${bean:once?method=pass(a/b, 10m)}", steps: [{log: x}]} | write the key of 'once' out: at most 60
                    azure-transition    | 2 | filter: {simple: "${bean:once?method=pass(${body[reason]}, 10m)}", steps: [{log: x}]} | write the key of 'once' out: at most 60
                    azure-transition    | 2 | filter: {simple: "${bean:once?method=pass(chat, daily)}", steps: [{log: x}]} | 'daily' is not a duration
                    azure-transition    | 2 | filter: {method: {ref: once, method: "pass(chat, '10 m')"}, steps: [{log: x}]} | '10 m' is not a duration
                    azure-transition    | 2 | filter: {simple: "${bean:once?method=pass(chat)}", steps: [{log: x}]} | once.pass takes 2 arguments, not 1
                    azure-desired       | 2 | to: bean:objects?method=add(x)                     | objects.add takes no arguments
                    azure-before-create | 2 | to: "bean:verdict?method=refuse(A, no quotes, and a comma)" | verdict.refuse takes 2 arguments, not 3
                    azure-before-create | 2 | to: bean:verdict?method=hold(A, 'b')               | verdict.hold takes 3 arguments, not 2
                    azure-desired       | 2 | toD: "bean:body?method=tag(a,${header.CamelKubernetesReconcileAnnotations[a]})" | 'toD' computes an address from the message
                    azure-desired       | 2 | enrich: {simple: "bean:body?method=tag(a,${body[a]})"} | 'enrich' computes an address from the message
                    azure-desired       | 2 | to: "azure-arm:get?method=delete&path={id}&apiVersion=1" | the option 'method' of azure-arm is not for overlays
                    azure-desired       | 2 | to: {uri: "bean:verdict", parameters: {beanName: body, method: refuse}} | the option 'beanName' of bean is not for overlays
                    azure-desired       | 2 | setHeader: {name: a, simple: "${sysenv.HOME}"}     | '${sysenv.HOME}' is not allowed
                    azure-desired       | 2 | setHeader: {name: a, simple: "${load(file:/etc/hostname)}"} | '${load(file:/etc/hostname)}' is not allowed
                    azure-desired       | 2 | setHeader: {name: a, simple: "${uppercase(${hostName})}"} | '${hostName}' is not allowed
                    azure-desired       | 2 | setHeader: {name: a, simple: "${throwException(java.lang.Error,a)}"} | '${throwException(java.lang.Error,a)}' is not allowed
                    azure-desired       | 2 | to: bean:body?method=tag('c++','a')                | '+' and '%' in an address stand for other characters
                    azure-desired       | 2 | to: bean:body?method=tag('a%41','a')               | '+' and '%' in an address stand for other characters
                    azure-desired       | 2 | setHeader: {name: a, simple: "${ref:kubernetesClient}"} | '${ref:kubernetesClient}' is not allowed
                    azure-desired       | 2 | setHeader: {name: a, simple: "{{env:HOME}}"}       | '{{env:HOME}}' is not allowed
                    azure-desired       | 2 | setHeader: {name: a, simple: "{{no:resource:file:/etc/hostname}}"} | '{{no:resource:file:/etc/hostname}}' is not allowed
                    azure-desired       | 2 | setHeader: {name: a, simple: "${body[a].getClass.getName}"} | classes are not for overlays
                    azure-desired       | 2 | setHeader: {name: a, simple: "$simple{body[a].getClass.getName}"} | classes are not for overlays
                    azure-desired       | 2 | toD: {uri: "bean:body", parameters: {method: "tag(a,${body[a]})", x: "https:"}} | 'toD' computes an address from the message
                    azure-desired       | 2 | wireTap: {uri: "direct:azure"}                     | nothing waits for 'wireTap'
                    azure-before-create | 2 | multicast: {parallelProcessing: true, timeout: 1000, steps: [{log: a}]} | 'timeout' of 'multicast' drops late branches
                    azure-desired       | 2 | split: {simple: "${body}", parallelProcessing: true, timeout: 1000, steps: [{log: a}]} | 'timeout' of 'split' drops late branches
                    azure-desired       | 2 | pollEnrich: {constant: "kubernetes-reconcile:evil?kinds=core/Secret"} | kubernetes-reconcile has effects outside
                    azure-desired       | 2 | log: "{{secret:aso-controller-settings/AZURE_CLIENT_SECRET}}" | is the operator's own
                    azure-desired       | 2 | setBody: {simple: "${boddy}"}                      | boddy
                    azure-desired       | 2 | log: {message: [}                                  | not YAML
                    azure-desired       | 2 | to: {uri: "direct:nowhere"}                        | no route begins with direct:nowhere
                    """)
    void whatDoesHarmIsRefusedAtItsLine(String point, int line, String step, String reason)
            throws IOException {
        file(point + ".ours.steps.yaml", "# dragoman.dev/contract: v1\n- " + step + "\n");
        assertThat(found())
                .anySatisfy(
                        text -> {
                            assertThat(text)
                                    .startsWith(point + ".ours.steps.yaml:" + line + ": ")
                                    .doesNotContain("warning:");
                            assertThat(text).contains(reason);
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 100_000})
    void whatIsNestedWithoutEndIsNamed(int depth) throws IOException {
        file("azure-desired.ours.steps.yaml", "[".repeat(depth) + "]".repeat(depth) + "\n");
        isNamedAsEndless();
    }

    /** Each line repeats the one before three times. */
    @Test
    void whatAliasesRepeatWithoutEndIsNamed() throws IOException {
        var text = new StringBuilder("- x: &a0 [y]\n");
        for (int i = 1; i <= 16; i++) {
            text.append("- x: &a%1$d [*a%2$d, *a%2$d, *a%2$d]\n".formatted(i, i - 1));
        }
        file("azure-desired.ours.steps.yaml", text.toString());
        isNamedAsEndless();
    }

    @Test
    void functionsWithinFunctionsWithoutEndAreNamed() throws IOException {
        file(
                "azure-desired.ours.steps.yaml",
                "- setBody: { simple: \"%s\" }\n".formatted("${".repeat(300_000)));
        isNamedAsEndless();
    }

    private void isNamedAsEndless() {
        assertThat(found())
                .anyMatch(
                        text ->
                                text.startsWith(
                                        "azure-desired.ours.steps.yaml:1: is nested more than 200 levels deep"));
    }

    /** Camel would take it for an integration of its own. */
    @Test
    void aRouteFileIsAList() throws IOException {
        file(
                "ours.camel.yaml",
                """
                apiVersion: camel.apache.org/v1
                kind: Integration
                metadata: {name: ours}
                spec: {flows: [{from: {uri: "timer:x", steps: [{log: x}]}}]}
                """);
        assertThat(found()).anyMatch(text -> text.startsWith("ours.camel.yaml:1: "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"onException: {exception: [java.lang.Exception], ", "intercept: {"})
    void harmThatStandsBesideAHelperIsFoundThere(String beside) throws IOException {
        file("azure-desired.ours.steps.yaml", "- to: direct:helper\n");
        file(
                "helper.camel.yaml",
                """
                - %s steps: [ {to: "kubernetes-apply:mine"} ]}
                - route:
                    id: helper
                    from:
                      uri: direct:helper
                      steps:
                        - log: x
                """
                        .formatted(beside));
        assertThat(found())
                .anyMatch(
                        text ->
                                text.startsWith(
                                        "helper.camel.yaml:1: kubernetes-apply has effects outside"));
    }

    @Test
    void harmThatAHelperDoesIsFoundThere() throws IOException {
        file("azure-desired.ours.steps.yaml", "- to: direct:helper\n");
        file(
                "helper.camel.yaml",
                """
                - route:
                    id: helper
                    from:
                      uri: direct:helper
                      steps:
                        - to: kubernetes-apply:mine
                        - to: bean:exports?method=label(a,b)
                """);
        assertThat(found())
                .anyMatch(
                        text ->
                                text.startsWith(
                                        "helper.camel.yaml:6: kubernetes-apply has effects"))
                .anyMatch(
                        text ->
                                text.startsWith(
                                        "helper.camel.yaml:7: bean 'exports' has no effect"));
    }

    @Test
    void oneFileOfStepsIsNoStepOfAnother() throws IOException {
        file("azure-after-create.lock.steps.yaml", "- log: x\n");
        file("azure-desired.ours.steps.yaml", "- to: direct:azure-after-create.lock\n");
        assertThat(found())
                .containsExactly(
                        "azure-desired.ours.steps.yaml:1: azure-after-create.lock is another file of steps, which cannot be called; put steps that both files need into a route or a kamelet");
    }

    @Test
    void beansOfPointsAreForPointsAlone() throws IOException {
        file(
                "mine.camel.yaml",
                """
                - route:
                    id: mine
                    from:
                      uri: kubernetes-reconcile:mine?kinds=core/ConfigMap
                      steps:
                        - to: bean:verdict?method=refuse(A,b)
                """);
        assertThat(found())
                .containsExactly(
                        "mine.camel.yaml:6: bean 'verdict' works only at extension points: 'desired',"
                                + " 'before-create', 'before-change', 'sign', 'before-delete'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    azure-desierd.x.steps.yaml          | there is no extension point 'azure-desierd'; the nearest is azure-desired; known are: after-create, agents-after-create
                    desired.x.steps.yaml                | cannot hold for all capabilities, because the message body at 'desired' is another one for each; write one of agents-desired.x.steps.yaml, azure-desired.x.steps.yaml, certificates-desired.x.steps.yaml
                    before-send.x.steps.yaml            | write one of agents-before-send.x.steps.yaml, azure-before-send.x.steps.yaml
                    sign.x.steps.yaml                   | write one of certificates-sign.x.steps.yaml
                    transitions.x.steps.yaml            | the nearest is transition; known are:
                    namespace-lifetimes-before-send.x.steps.yaml | there is no extension point 'namespace-lifetimes-before-send'
                    namespace-lifetimes-desired.x.steps.yaml | there is no extension point 'namespace-lifetimes-desired'
                    azure-desired.a b.steps.yaml        | has the name 'a b' after its point
                    azure-desired.steps.yaml            | is not read: name it
                    """)
    void namesOfFiles(String name, String reason) throws IOException {
        file(name, "- log: x\n");
        assertThat(found()).anySatisfy(text -> assertThat(text).contains(reason));
    }

    @Test
    void aKameletReplacesOnePoint() throws IOException {
        file("azure-before-send.kamelet.yaml", KameletText.of("azure-before-send", "log: x"));
        assertThat(found())
                .singleElement()
                .asString()
                .contains("does not have the name of an extension point");
    }

    /** What a step may do at a file for more than one point. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    transition        | to: bean:verdict?method=refuse(A,b)    | bean 'verdict' has no effect at transition
                    after-create      | to: bean:body?method=set(a,b)          | bean 'body' has no effect at after-create
                    before-delete     | to: kubernetes-apply:mine              | kubernetes-apply has effects outside, but steps at before-delete
                    azure-before-send | to: bean:body?method=set(a,b)          | bean 'body' has no effect at azure-before-send
                    azure-before-send | to: kubernetes-apply:mine              | kubernetes-apply has effects outside, but steps at azure-before-send
                    transition        | to: kubernetes-event:x?reason=Seen     |
                    after-create      | to: kubernetes-apply:mine              |
                    before-delete     | to: bean:verdict?method=refuse(A,b)    |
                    azure-before-send | to: bean:verdict?method=refuse(A,b)    |
                    """)
    void aFileForMorePointsMayDoWhatEachMay(String point, String step, String reason)
            throws IOException {
        file(point + ".ours.steps.yaml", "- " + step + "\n");
        if (reason == null) {
            assertThat(found()).isEmpty();
        } else {
            assertThat(found())
                    .singleElement()
                    .asString()
                    .startsWith(point + ".ours.steps.yaml:1: " + reason);
        }
    }

    /** Half a gate would be none. */
    @Test
    void aNameForBothPointsNeedsBoth() throws IOException {
        file(
                "azure.camel.yaml",
                Files.readString(Path.of("src/main/resources/routes/azure.camel.yaml"))
                        .replaceAll("(?m)^.*azure-before-create.*\n", ""));
        file("azure-before-send.x.steps.yaml", "- log: x\n");
        assertThat(found())
                .containsExactly(
                        "azure-before-send.x.steps.yaml:1: would run only at azure-before-change, because the route has no line for the other point: add that line, or name the file azure-before-change.x.steps.yaml");
    }

    @Test
    void aKameletOfOneCapabilityKeepsTheFileOfAllOut() throws IOException {
        file("azure-transition.kamelet.yaml", KameletText.of("azure-transition", "log: x"));
        file("transition.x.steps.yaml", "- log: x\n");
        assertThat(found())
                .singleElement()
                .asString()
                .startsWith(
                        "transition.x.steps.yaml:1: never runs at azure-transition: the kamelet azure-transition.kamelet.yaml");
    }

    @Test
    void aKameletAndFilesOfOnePointAreAContradiction() throws IOException {
        file("azure-desired.kamelet.yaml", KameletText.of("azure-desired", "log: x"));
        file("azure-desired.x.steps.yaml", "- log: x\n");
        assertThat(found())
                .containsExactly(
                        "azure-desired.x.steps.yaml:1: never runs at azure-desired: the kamelet azure-desired.kamelet.yaml replaces the whole point; remove one of the two files, or write the kamelet as steps");
    }

    @Test
    void aKameletOfAPointIsMadeByTheCheck() throws IOException {
        file("azure-desired.kamelet.yaml", KameletText.of("azure-desired", "log: \"${boddy}\""));
        assertThat(found())
                .singleElement()
                .asString()
                .startsWith("azure-desired.kamelet.yaml:")
                .contains("boddy");
    }

    @Test
    void anotherContractEndsTheStart() throws IOException {
        file("azure-desired.x.steps.yaml", "# dragoman.dev/contract: v2\n- log: x\n");
        assertThat(found())
                .containsExactly(
                        "azure-desired.x.steps.yaml:1: is written for contract v2; this operator supports v1");
        file("azure-desired.x.steps.yaml", "log: x\n");
        assertThat(found())
                .containsExactly(
                        "azure-desired.x.steps.yaml:1: a file of steps must be a list of steps, such as: - log: hello");
    }

    @Test
    void whatIsGoodIsNoNews() throws IOException {
        file(
                "azure-desired.x.steps.yaml",
                """
                # dragoman.dev/contract: v1
                - setVariable: {name: team, simple: "${header.CamelKubernetesReconcileNamespaceLabels[team]}"}
                - to: "bean:body?method=tag(team, ${variable.team})"
                - to: azure-arm:get?path={id}&apiVersion=2020-01-01
                - log: "${header.DragomanReason} ${header.CamelKubernetesReconcileObject[metadata][name]}"
                """);
        file("azure-before-delete.kamelet.yaml", KameletText.of("azure-before-delete", "log: x"));
        file("namespaces-exported.x.steps.yaml", "- to: bean:exports?method=label(a,b)\n");
        assertThat(found()).isEmpty();
    }
}
