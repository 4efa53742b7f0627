package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines are as they were shipped, and routes have what such routes may have. */
class WholeLinesTest extends StraightRoutesFixture {
    /**
     * A line is the shipped one: what it gets, what it does and whether it runs is not a team's.
     */
    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    kubernetes-apply:dragoman-agents | to: {uri: "kubernetes-apply:dragoman-agents", parameters: {force: true, formerManagers: manager}, variableSend: mine} | 'variableSend' is not for a line
                    kubernetes-apply:dragoman-agents | to: {uri: "kubernetes-apply:dragoman-agents", parameters: {force: true, formerManagers: manager}, variableReceive: mine} | 'variableReceive' is not for a line
                    kubernetes-apply:dragoman-agents | to: {uri: "kubernetes-apply:dragoman-agents", parameters: {force: true, formerManagers: manager}, disabled: true} | 'disabled' is not for a line
                    kubernetes-apply:dragoman-agents | to: {uri: "kubernetes-apply:dragoman-agents", parameters: {force: true, formerManagers: manager}, pattern: InOnly} | 'pattern' is not for a line
                    kubernetes-apply:dragoman-agents | to: {uri: "kubernetes-apply:dragoman-agents", parameters: {force: true, formerManagers: kubectl}} | the line 'apply' has force=true, formerManagers=kubectl here, but force=true, formerManagers=manager in the shipped route
                    kubernetes-apply:dragoman-agents | to: {uri: "kubernetes-apply:dragoman-agents", parameters: {force: true, formerManagers: manager, owner: false}} | the line 'apply' has
                    kubernetes-apply:dragoman-agents | to: "kubernetes-apply:dragoman-agents" | the line 'apply' has no options here
                    kubernetes-apply:dragoman-agents | to: "kubernetes-apply://dragoman-agents?force=true&formerManagers=manager" | ''
                    bean:agentMakers?method=scaling  | to: "bean:agentMakers?method=scaling(1)" | the line 'scaling' has
                    bean:agentMakers?method=scaling  | to: {uri: "bean:agentMakers", parameters: {method: scaling}} | ''
                    bean:agentMakers?method=scaling  | toD: "bean:agentMakers?method=scaling" | the line 'scaling' must stand as 'to' directly
                    bean:agentMakers?method=scaling  | bean: {ref: agentMakers, method: scaling} | bean 'agentMakers' has the steps of a capability
                    bean:agentMakers?method=targetsPolicy | filter: {simple: "${body} == 1", steps: [{to: "bean:agentMakers?method=targetsPolicy"}]} | the line 'targetsPolicy' must stand as 'to' directly
                    bean:agentMakers?method=targetsPolicy | choice: {when: [{simple: "${body} == 1", steps: [{to: "bean:agentMakers?method=targetsPolicy"}]}]} | the line 'targetsPolicy' must stand as 'to' directly
                    """)
    void aLineIsTheShippedOne(String address, String written, String reason) throws IOException {
        var text = shipped("agents");
        var found =
                problems("agents", text.replace(line(text, address, 1), "        - " + written));
        if (reason.isEmpty()) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).anySatisfy(each -> assertThat(each).contains(reason));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    delay: {constant: "60000"}                        | 'delay' waits
                    throttle: {constant: "1"}                         | 'throttle' waits
                    sample: {samplePeriod: "60000"}                   | 'sample' waits
                    pollEnrich: {constant: "direct:x"}                | 'pollEnrich' waits
                    enrich: {constant: "direct:x"}                    | 'enrich' works on copies
                    setExchangePattern: {pattern: InOnly}             | 'setExchangePattern' is not for the route of a capability
                    filter: {simple: "${body}", steps: [{delay: {constant: "1"}}]} | 'delay' waits
                    setBody: {simple: "${bean:azure?method=observe}"} | bean 'azure' has the steps of a capability
                    setBody: {method: {ref: azureSteps, method: claim}} | bean 'azureSteps' has the steps of a capability
                    to: "bean:reconciliation?method=failed"           | bean 'reconciliation' has the steps of a capability
                    to: "direct:agents"                               | direct:agents is the route of a capability
                    """)
    void aRouteHasWhatIsListed(String step, String reason) throws IOException {
        var text = shipped("azure");
        var desired = line(text, "dragoman-point:azure-desired", 1);
        assertThat(problems("azure", text.replace(desired, "        - " + step + "\n" + desired)))
                .anySatisfy(each -> assertThat(each).contains(reason));
    }

    @Test
    void stepsOfATeamMayStandBetweenTheLines() throws IOException {
        var text = shipped("azure");
        var desired = line(text, "dragoman-point:azure-desired", 1);
        var own =
                """
                        - choice:
                            when:
                              - simple: "${header.CamelKubernetesReconcileName} == 'a'"
                                steps:
                                  - setVariable: {name: x, constant: "1"}
                                  - filter: {simple: "${variable.x} == 1", steps: [{log: "a"}]}
                            otherwise:
                              steps:
                                - removeHeader: {name: y}
                """;
        assertThat(problems("azure", text.replace(desired, own + desired))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "autoStartup: false",
                "precondition: \"false\"",
                "errorHandler: {noErrorHandler: {}}",
                "trace: true"
            })
    void aRouteThatWouldNotRunOrHandleFailuresIsRefused(String field) throws IOException {
        var name = field.replaceFirst(":.*", "");
        assertThat(
                        problems(
                                "agents",
                                shipped("agents")
                                        .replaceFirst("    id: agents\n", "$0    " + field + "\n")))
                .anySatisfy(each -> assertThat(each).contains("'" + name + "'"));
    }

    /** It would run as the capability, without its lines in their order and its failures shown. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "direct:agents{{azure.namespaces:}}",
                "direct:mine",
                "direct:agents?block=false"
            })
    void aRouteObservesOnlyWhereItIsCheckedAsTheCapabilitys(String from) throws IOException {
        assertThat(
                        problems(
                                "agents",
                                shipped("agents")
                                        .replace("uri: direct:agents\n", "uri: " + from + "\n")))
                .anySatisfy(
                        each ->
                                assertThat(each)
                                        .containsAnyOf(
                                                "bean 'agents' has the steps of a capability",
                                                "must begin with an address without options"));
    }

    /** The same lists are for what a route calls, in whichever file it is. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    routeConfigurationId: reconciliation                                         | log: x                              | ''
                    routeConfigurationId: reconciliation                                         | delay: {constant: "1"}              | 'delay' waits
                    routeConfigurationId: reconciliation                                         | loop: {constant: "2", steps: []}    | 'loop' works on copies
                    routeConfigurationId: reconciliation                                         | to: "kubernetes-apply:dragoman-agents?force=true&formerManagers=manager" | the line 'apply' must stand in route 'agents' itself
                    routeConfigurationId: reconciliation                                         | to: "bean:agents?method=compare"    | bean 'agents' has the steps of a capability
                    routeConfigurationId: reconciliation                                         | to: "direct:azure"                  | direct:azure is the route of a capability
                    routeConfigurationId: reconciliation, autoStartup: false                     | log: x                              | 'autoStartup' is not for the route of a capability
                    errorHandler: {defaultErrorHandler: {redeliveryPolicy: {maximumRedeliveries: -1}}} | log: x                        | is not for overlays
                    """)
    void whatARouteCallsHasTheSameLists(String fields, String step, String reason)
            throws IOException {
        var text = shipped("agents");
        var desired = line(text, "dragoman-point:agents-desired", 1);
        Files.writeString(
                directory.resolve("quota.camel.yaml"),
                "- route: {id: quota, %s, from: {uri: 'direct:quota', steps: [{%s}]}}\n"
                        .formatted(fields, step));
        var found =
                problems("agents", text.replace(desired, "        - to: direct:quota\n" + desired));
        if (reason.isEmpty()) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found)
                    .anySatisfy(
                            each ->
                                    assertThat(each)
                                            .startsWith("quota.camel.yaml:1: ")
                                            .contains(reason));
        }
    }

    @Test
    void aKameletThatARouteCallsHasTheSameLists() throws IOException {
        var text = shipped("agents");
        var desired = line(text, "dragoman-point:agents-desired", 1);
        Files.writeString(
                directory.resolve("wait.kamelet.yaml"),
                """
                apiVersion: camel.apache.org/v1
                kind: Kamelet
                metadata: { name: wait }
                spec:
                  definition: { title: Waits }
                  template: { from: { uri: "kamelet:source", steps: [ { delay: { constant: "1" } } ] } }
                """);
        assertThat(problems("agents", text.replace(desired, "        - kamelet: wait\n" + desired)))
                .singleElement()
                .asString()
                .contains("wait.kamelet.yaml:6: 'delay' waits");
    }
}
