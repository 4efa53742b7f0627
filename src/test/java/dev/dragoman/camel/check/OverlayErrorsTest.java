package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.settings.AllowedHosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes with which the operator would not start, each at its line. */
class OverlayErrorsTest {
    @TempDir private Path directory;

    /** A bean of the operator. */
    public static final class Certificates {
        public void decide(Exchange exchange) {}

        public void act(Exchange exchange) {}
    }

    private void file(String name, String content) throws IOException {
        Files.writeString(directory.resolve(name), content);
    }

    private List<Diagnostic> problems() {
        return new OverlayCheck(
                        "classpath:overlaytest/*.camel.yaml",
                        Map.of("certificates", Certificates.class, "a", String.class),
                        Map.of("azure.namespaces", "a"),
                        HttpsAccess.withoutCluster(
                                AllowedHosts.of(AllowedHosts.VARIABLE, "example.com")),
                        List.of(CapabilityLines.of("holder").holding("held.example.com/x")))
                .check(new Overlays(List.of(directory))).stream()
                        .filter(problem -> !problem.warning())
                        .toList();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    kubernetes-reconcile:x                     | needs the option kinds
                    kubernetes-reconcile:x?kinds=a/B&engine=me | the option 'engine' of kubernetes-reconcile is not for overlays
                    azure-servicebus:q                         | azure-servicebus:q cannot be used, only azure-servicebus:events, the queue of DRAGOMAN_EVENTS_QUEUE
                    timer:x                                    | kubernetes-finalizer is about the reconciled object
                    timer:x?fixedRate=true                     | the option 'fixedRate' of timer is not for overlays: a replica that begins to lead would run the route at once for each period
                    """)
    void whatARouteBeginsWithMustRun(String from, String reason) throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: %s
                      steps:
                        - to: direct:b
                - route:
                    id: b
                    from:
                      uri: direct:b
                      steps:
                        - to: kubernetes-finalizer:example.com/x
                """
                        .formatted(from));
        assertThat(problems()).extracting(Diagnostic::reason).anyMatch(r -> r.contains(reason));
    }

    @Test
    void aFileOfTextsIsNoListOfRoutes() throws Exception {
        file("extra.camel.yaml", "[a, b]");
        assertThat(problems())
                .extracting(Diagnostic::toString)
                .anyMatch(
                        each ->
                                each.contains(
                                        "extra.camel.yaml:1: an entry of this file must be a mapping"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    unknown step      | 6 | - lgo: x                      | unknown field 'lgo'
                    forbidden scheme  | 7 | - to:~  uri: exec:sh          | scheme 'exec' is not allowed
                    class as bean     | 7 | - to:~  uri: bean:java.lang.X | name a bean here, not a class
                    computed address  | 7 | - toD:~  uri: ${header.x}     | scheme '${header.x}' is not allowed
                    missing kamelet   | 7 | - to:~  uri: kamelet:nothere  | nothere
                    endpoint typo     | 7 | - to:~  uri: log:x?colour=red | colour
                    bean typo         | 6 | - to: bean:certifcates        | there is no bean 'certifcates'; known are: certificates
                    not for routes    | 6 | - to: bean:a?method=trim      | there is no bean 'a'; known are: certificates
                    method in query   | 6 | - to: bean:certificates?method=dcide | bean 'certificates' has no method 'dcide'; it has: act, decide
                    method beside     | 8 | - to:~  uri: bean:certificates~  parameters: { method: dcide } | has no method 'dcide'
                    method missing    | 6 | - to: bean:certificates       | bean 'certificates' needs a method: act, decide
                    step bean         | 8 | - bean:~  ref: certificates~  method: dcide | has no method 'dcide'
                    step process      | 7 | - process:~  ref: certifcates | there is no bean 'certifcates'
                    nobody is there   | 6 | - to: direct:nowhere          | no route begins with direct:nowhere
                    bean in simple    | 7 | - setBody:~  simple: "${bean:certifcates}" | there is no bean 'certifcates'; known are: certificates
                    method in simple  | 7 | - setBody:~  simple: "${bean:certificates?method=dcide}" | bean 'certificates' has no method 'dcide'
                    behind a dot      | 6 | - log: "a ${header.x} ${bean:certificates.dcide}" | bean 'certificates' has no method 'dcide'
                    class in simple   | 7 | - setBody:~  simple: "${bean:type:java.lang.System?method=exit}" | name a bean here, not a class
                    class by colons   | 7 | - setBody:~  simple: "${bean:java.lang.System::exit}" | name a bean here, not a class
                    bean as language  | 8 | - setBody:~  language:~    language: bean~    expression: x | call a bean with the expression 'method', not with 'language'
                    unread simple     | 7 | - setBody:~  simple: "${body[foo" | in ${body[foo
                    short step        | 6 | - bean: certifcates           | there is no bean 'certifcates'
                    short expression  | 7 | - setBody:~  method: certifcates | there is no bean 'certifcates'
                    kamelet elsewhere | 7 | - to:~  uri: kamelet:x?location=file:/x.yaml | kamelet 'x' may not have the option location
                    located beside    | 8 | - kamelet:~  name: x~  parameters: { location: "file:/x.yaml" } | kamelet 'x' may not have the option location
                    located in name   | 7 | - kamelet:~  name: x?location=file:/x.yaml | kamelet 'x' may not have the option location
                    enriched          | 7 | - enrich:~  constant: exec:sh | scheme 'exec' is not allowed
                    enriched, long    | 9 | - enrich:~  expression:~    simple:~      expression: exec:sh | scheme 'exec' is not allowed
                    enriched, header  | 6 | - enrich:~  header: x         | the address of 'enrich' is computed
                    nobody to enrich  | 7 | - enrich:~  constant: direct:nowhere | no route begins with direct:nowhere
                    no reason         | 6 | - to: kubernetes-event:emit   | kubernetes-event needs a reason
                    unknown type      | 6 | - to: kubernetes-event:emit?reason=X&type=LOUD | the option 'type' of kubernetes-event is not 'LOUD'; it is one of NORMAL,WARNING
                    unqualified       | 6 | - to: kubernetes-finalizer:x  | the API server accepts only DOMAIN/NAME
                    own manager       | 6 | - to: kubernetes-apply:dragoman | field manager dragoman is the operator's
                    own status        | 6 | - to: kubernetes-status:dragoman-status | field manager dragoman-status is the operator's
                    own finalizer     | 6 | - to: kubernetes-finalizer:held.example.com/x?action=remove | only the capability 'holder' may set or remove this finalizer
                    global variable   | 7 | - setVariable:~  name: global:x~  constant: a | 'global:x' is a variable that the reconciliations of all objects share
                    of a route        | 7 | - setVariable:~  name: route:r:x~  constant: a | is a variable that the reconciliations of all objects share
                    global list       | 8 | - setVariables:~  variables:~  - name: global:x~    constant: a | is a variable that the reconciliations of all objects share
                    global, sent      | 8 | - to:~  uri: log:x~  variableSend: global:x | is a variable that the reconciliations of all objects share
                    global, read      | 6 | - log: "${variable.global:x}" | is a variable that the reconciliations of all objects share
                    not optimised     | 8 | - toD:~  uri: https://example.com/${body}~  allowOptimisedComponents: false | would turn off the check of computed addresses
                    wakes nobody      | 6 | - to: kubernetes-reconcile:x | wakes no objects
                    no such strategy  | 7 | - multicast:~  aggregationStrategy: onlyBdy~  steps: [ { log: x } ] | 'aggregationStrategy' is not for overlays
                    no such library   | 6 | - to: aws-secrets-manager:v   | scheme 'aws-secrets-manager' is not allowed
                    no such vault     | 6 | - to: azure-key-vault:v       | azure-key-vault:v needs the option operation, one of getSecret, createSecret, deleteSecret
                    no such operation | 6 | - to: azure-key-vault:v?operation=purgeDeletedSecret | azure-key-vault:v needs the option operation
                    client of ours    | 6 | - to: "azure-key-vault:v?operation=getSecret&secretClient=#c" | the option 'secretClient' of azure-key-vault is not for overlays
                    other vault       | 6 | - to: azure-key-vault:v?operation=getSecret&vaultName=w | the option 'vaultName' of azure-key-vault is not for overlays
                    placeholder       | 6 | - to: "direct:{{azure.namespaces:b}}"      | has a placeholder before '?'
                    within a name     | 6 | - to: "kubernetes-apply:x{{azure.namespaces:}}?owner=false" | has a placeholder before '?'
                    of a kamelet      | 6 | - to: "kamelet:a{{azure.namespaces:}}"     | has a placeholder before '?'
                    of its step       | 6 | - kamelet: { name: "a-{{azure.namespaces:x}}" } | the name of the kamelet has a placeholder
                    short             | 6 | - kamelet: "a-{{azure.namespaces:x}}"      | the name of the kamelet has a placeholder
                    of a bean         | 6 | - to: "bean:{{azure.namespaces:x}}?method=a" | the name of the bean is computed
                    of a short step   | 6 | - bean: "{{azure.namespaces:x}}"            | the name of the bean is computed
                    of a bean's step  | 6 | - bean: { ref: "{{azure.namespaces:x}}" }  | the name of the bean is computed
                    in a function     | 6 | - log: "${bean:{{azure.namespaces:x}}?method=a}" | the name of the bean is computed
                    nor behind a tap  | 7 | - wireTap:~  uri: direct:nowhere?timeout=1 | no route begins with direct:nowhere
                    """)
    void eachMistakeIsFoundAtItsLine(String why, int line, String step, String reason)
            throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: direct:extra
                      steps:
                        %s
                """
                        .formatted(step.replace("~", "\n          ")));
        var found = problems();
        assertThat(found).as(why).isNotEmpty();
        assertThat(found)
                .anySatisfy(
                        each ->
                                assertThat(each.toString())
                                        .contains("extra.camel.yaml:" + line + ": ")
                                        .contains(reason));
    }

    @Test
    void aMistakeWithinATextIsFoundAtItsOwnLine() throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: direct:extra
                      steps:
                        - setBody:
                            simple: |
                              a
                              ${bean:certifcates}
                """);
        assertThat(problems()).singleElement().extracting(Diagnostic::line).isEqualTo(9);
    }

    @Test
    void aNameHasOneRouteAndAKindAsManyAsAreWanted() throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: beside
                    from:
                      uri: kubernetes-reconcile:beside?kinds=storage.azure.com/StorageAccount
                      steps:
                        - log: x
                - route:
                    id: again
                    from:
                      uri: kubernetes-reconcile:beside
                      parameters: {kinds: core/ConfigMap, namespace: a}
                      steps:
                        - log: x
                - route:
                    id: azure-too
                    from:
                      uri: kubernetes-reconcile:dispatch?kinds=x.dev/Thing
                      steps:
                        - log: x
                - route:
                    id: off
                    from:
                      uri: kubernetes-reconcile:beside?kinds=x.dev/Thing&enabled=false
                      steps:
                        - log: x
                """);
        assertThat(shipped("off"))
                .extracting(p -> p.line() + " " + p.reason())
                .containsExactly(
                        "10 kubernetes-reconcile:beside is also in extra.camel.yaml; only one route"
                                + " may begin with this name",
                        "17 kubernetes-reconcile:dispatch is also in dispatch.camel.yaml; only one"
                                + " route may begin with this name");
    }

    /** As the running operator would: it refuses a second subscription of a name. */
    @ParameterizedTest
    @CsvSource({"on, 1", "off, 0"})
    void whetherVendingHasItsNameDependsOnItsSetting(String vending, int problems)
            throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: kubernetes-reconcile:namespaces?kinds=x.dev/Thing
                      steps:
                        - log: x
                """);
        assertThat(shipped(vending)).hasSize(problems);
    }

    @Test
    void whoIsWokenIsARouteThatThereIs() throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: timer:hourly?period=1h
                      steps:
                        - to: kubernetes-reconcile:dispatch?kind=ResourceGroup.resources.azure.com&objectNamespace=a&objectName=b
                        - to: kubernetes-reconcile:namespaces?kind=Namespace&objectName=b
                        - setHeader: {name: CamelKubernetesReconcileWakeId, constant: /x}
                        - to: kubernetes-reconcile:dispach
                """);
        assertThat(shipped("off"))
                .extracting(p -> p.line() + " " + p.reason())
                .containsExactly(
                        "9 kubernetes-reconcile:dispach wakes no objects, because no route begins with"
                                + " that name; known are agent-pools, agents, certificates, discovery, dispatch, envoy-deployments,"
                                + " namespaces");
    }

    /** The line of a capability's route would fail in each reconciliation of another route. */
    @Test
    void aLineOfACapabilityIsOneInItsOwnRouteAlone() throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: kubernetes-reconcile:extra?kinds=core/ConfigMap&namespace=a
                      steps:
                        - to: kubernetes-apply:dragoman-agents?force=true
                """);
        assertThat(shipped("off"))
                .extracting(p -> p.line() + " " + p.reason())
                .containsExactly(
                        "6 field manager dragoman-agents is the operator's; use a name that does not"
                                + " begin with 'dragoman'");
    }

    private List<Diagnostic> shipped(String vending) {
        return Operator.overlayCheck(
                        Map.of("DRAGOMAN_NAMESPACES", vending), new Overlays(List.of()))
                .check(new Overlays(List.of(directory)));
    }

    /** A PUT without a decision would be sent for whatever the body holds. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "to: bean:azureSteps?method=claim",
                "setBody: {simple: \"${bean:azureSteps?method=claim}\"}",
                "bean: {ref: azureSteps, method: release}"
            })
    void stepsOfACapabilityAreCalledInItsOwnRouteAlone(String step) throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: kubernetes-reconcile:extra?kinds=core/ConfigMap&namespace=a
                      steps:
                        - %s
                """
                        .formatted(step));
        assertThat(
                        Operator.overlayCheck(Map.of(), new Overlays(List.of()))
                                .check(new Overlays(List.of(directory))))
                .singleElement()
                .satisfies(
                        problem -> {
                            assertThat(problem.line()).isEqualTo(6);
                            assertThat(problem.reason())
                                    .contains("bean 'azureSteps' has the steps of a capability");
                        });
    }

    @Test
    void beansMayBeCalledInEachOfTheseWays() throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: kubernetes-reconcile:extra?kinds=core/ConfigMap
                      steps:
                        - setBody:
                            simple: "${bean:certificates?method=decide} $simple{bean:certificates.act}"
                        - setBody:
                            method: {ref: certificates, method: decide}
                        - setBody:
                            constant: "${bean:nothing}"
                        - bean: {ref: certificates, method: act}
                        - enrich:
                            constant: direct:other
                        - kamelet: {name: overlay-step, parameters: {who: us}}
                        - multicast:
                            steps:
                              - to: direct:other
                """);
        assertThat(problems()).isEmpty();
    }

    /** Camel would replace one route by the other. */
    @Test
    void anIdIsWrittenOut() throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: "{{azure.namespaces:other}}"
                    from:
                      uri: kubernetes-reconcile:extra?kinds=core/ConfigMap&namespace=a
                      steps:
                        - log: x
                """);
        assertThat(problems())
                .extracting(each -> each.line() + " " + each.reason())
                .containsExactly(
                        "2 route id '{{azure.namespaces:other}}' has a placeholder, so the id cannot be checked; write it out");
    }

    /** The operator has the setting, so the trial has it too. */
    @Test
    void aSettingNeedsNoValueBesideIt() throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: kubernetes-reconcile:extra
                      parameters: {kinds: core/ConfigMap, namespace: a, enabled: "{{agents.enabled}}"}
                      steps:
                        - log: x
                """);
        assertThat(shipped("off")).isEmpty();
    }

    /** Names of options are no steps and no addresses, whatever they are called. */
    @Test
    void aQueryMayHaveCamelsWords() throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: kubernetes-reconcile:extra?kinds=core/ConfigMap&namespace=a
                      steps:
                        - to:
                            uri: https://api.example.com/x
                            parameters: {from: now-1h, to: now, ref: v1.2, redirectUri: "app:x", script: a, kamelet: b, poll: c, beans: d, language: bean}
                """);
        assertThat(
                        Operator.overlayCheck(
                                        Map.of("DRAGOMAN_HTTPS_HOSTS", "api.example.com"),
                                        new Overlays(List.of()))
                                .check(new Overlays(List.of(directory))))
                .isEmpty();
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: kubernetes-reconcile:extra?kinds=core/ConfigMap&namespace=a
                      steps:
                        - toD:
                            uri: https://api.example.com/x
                            parameters: {title: "${sysenv.HOME}", note: "resource:file:/etc/hostname"}
                """);
        assertThat(
                        Operator.overlayCheck(
                                        Map.of("DRAGOMAN_HTTPS_HOSTS", "api.example.com"),
                                        new Overlays(List.of()))
                                .check(new Overlays(List.of(directory))))
                .extracting(Diagnostic::reason)
                .anyMatch(each -> each.contains("'${sysenv.HOME}' is not allowed"))
                .anyMatch(each -> each.contains("resource: is not allowed"));
    }

    @ParameterizedTest
    @CsvSource({"constant: 2000000000, 1", "simple: '99999999999', 1", "constant: 1000000, 0"})
    void aLoopHasNotTooManyRounds(String count, int expected) throws Exception {
        file(
                "extra.camel.yaml",
                """
                - route:
                    id: extra
                    from:
                      uri: direct:b
                      steps:
                        - loop:
                            %s
                            steps:
                              - setBody: { constant: a }
                """
                        .formatted(count));
        assertThat(problems())
                .extracting(Diagnostic::toString)
                .filteredOn(each -> each.contains("'loop' has"))
                .hasSize(expected)
                .allMatch(each -> each.contains("extra.camel.yaml:"));
    }
}
