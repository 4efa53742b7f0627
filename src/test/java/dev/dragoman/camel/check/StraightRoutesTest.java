package dev.dragoman.camel.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes in place of a capability's own: what is refused before anything starts, and where. */
class StraightRoutesTest extends StraightRoutesFixture {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "azure",
                "agents",
                "agent-pools",
                "certificates",
                "discovery",
                "envoy-deployments",
                "namespaces",
                "namespace-lifetimes",
                "dispatch"
            })
    void whatIsShippedIsAccepted(String file) throws IOException {
        assertThat(problems(file, shipped(file))).isEmpty();
    }

    @ParameterizedTest(name = "{0} without {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    azure        | bean:azure?method=observe          | 1 | azure.camel.yaml:5: route 'azure' has no line 'observe'
                    azure        | bean:azure?method=end              | 1 | route 'azure' has no line 'end'
                    azure        | bean:azure?method=record           | 2 | route 'azure-deletion' has no line 'record'
                    azure        | bean:azureSteps?method=release     | 1 | route 'azure-deletion' has no line 'release' (bean:azureSteps?method=release), which is required
                    azure        | bean:azureSteps?method=claim       | 1 | 'put' needs the line 'claim' above it
                    azure        | azure-arm:get                      | 2 | 'put' needs the line 'get' below it
                    azure        | azure-arm:get                      | 1 | 'put' needs the line 'get' above it
                    agents       | bean:agents?method=claim           | 1 | 'apply' needs the line 'claim' above it
                    agents       | bean:agents?method=compare         | 1 | 'workload' needs the line 'compare' below it
                    agents       | bean:agentMakers?method=targetsPolicy | 1 | 'workload' needs the line 'targetsPolicy' above it
                    agents       | bean:agentMakers?method=poolPolicy    | 1 | 'workload' needs the line 'poolPolicy' above it
                    agents       | bean:agentMakers?method=workload      | 1 | 'scaling' needs the line 'workload' above it
                    discovery    | bean:discoverySteps?method=unmark  | 2 | 'release' needs the line 'unmark' above it
                    namespaces   | bean:namespaceSteps?method=furnish | 1 | 'issueToken' needs the line 'furnish' above it
                    """)
    void whatIsNeededIsMissed(String file, String address, int number, String reason)
            throws IOException {
        var text = shipped(file);
        int at = -1;
        for (int i = 0; i < number; i++) {
            at = text.indexOf('"' + address + '"', at + 1);
        }
        int begin = text.lastIndexOf('\n', at) + 1;
        var without = text.substring(0, begin) + text.substring(text.indexOf('\n', at) + 1);
        assertThat(problems(file, without)).anySatisfy(each -> assertThat(each).contains(reason));
    }

    /** Agents without what restricts them are refused, whatever stands in its place. */
    @Test
    void whatATeamAddsMayTakeThePlaceOfWhatRestricts() throws IOException {
        var without = shipped("agents").replaceAll("(?m)^.*(targets|pool)Policy.*\\n", "");
        var file = directory.resolve("agents-objects.cilium.steps.yaml");
        Files.writeString(file, "- log: { message: x }\n");
        assertThat(problems("agents", without))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each).contains("'workload' needs the line '"));
        Files.writeString(file, "# dragoman.dev/restricts: true\n- log: { message: x }\n");
        assertThat(problems("agents", without)).isEmpty();
        var point = "(?m)^.*dragoman-point:agents-objects.*\\n";
        assertThat(problems("agents", without.replaceAll(point, "")))
                .hasSize(3)
                .anySatisfy(
                        each -> assertThat(each).contains("no extension point 'agents-objects'"));
    }

    @ParameterizedTest
    @CsvSource({
        "azure, azure-arm:put",
        "azure, azure-arm:call",
        "azure, azure-arm:delete",
        "agents, bean:agentSteps?method=signOff",
        "agents, kubernetes-apply:dragoman-agents",
        "agents, bean:agentMakers?method=scaling",
        "agents, bean:agents?method=remove",
        "certificates, bean:certificateSteps?method=issue",
        "discovery, bean:discoverySteps?method=replace"
    })
    void whatNobodyNeedsMayBeLeftOut(String file, String address) throws IOException {
        var text = shipped(file);
        var without =
                text.lines()
                        .filter(each -> !each.contains('"' + address + '"'))
                        .collect(Collectors.joining("\n", "", "\n"));
        assertThat(without).isNotEqualTo(text);
        assertThat(problems(file, without)).isEmpty();
    }

    @Test
    void anEffectStandsBelowWhatIsObserved() throws IOException {
        var text = shipped("azure");
        var observe = line(text, "bean:azure?method=observe", 1);
        var put = line(text, "azure-arm:put", 1);
        var moved =
                text.replace(put + "\n", "").replaceFirst("(?m)^ +steps:$", "      steps:\n" + put);
        assertThat(moved).contains(put + "\n" + observe);
        assertThat(problems("azure", moved))
                .anySatisfy(each -> assertThat(each).contains("'observe' must be the first line"));
    }

    @Test
    void nothingIsDoneBelowTheEnd() throws IOException {
        var text = shipped("agents");
        var apply = line(text, "kubernetes-apply:dragoman-agents", 1);
        var record = line(text, "bean:agents?method=record", 1);
        assertThat(
                        problems(
                                "agents",
                                text.replace(apply + "\n", "")
                                        .replace(record, apply + "\n" + record)))
                .anySatisfy(
                        each -> assertThat(each).contains("'apply' must not stand below 'end'"));
        assertThat(
                        problems(
                                "agents",
                                text.replaceFirst(
                                        "(?m)^(.*agents-before-create.*)$",
                                        "$1\n        - to: dragoman-point:agents-transition")))
                .anySatisfy(
                        each ->
                                assertThat(each)
                                        .contains("'transition' must not stand above 'end'"));
    }

    @Test
    void whatIsWantedIsAppliedOnce() throws IOException {
        var text = shipped("agents");
        var apply = line(text, "kubernetes-apply:dragoman-agents", 1);
        assertThat(problems("agents", text.replace(apply, apply + "\n" + apply)))
                .singleElement()
                .asString()
                .contains("the line 'apply' stands in the route twice");
    }

    @Test
    void whatIsMadeIsMadeOnceAndBeforeTeamsSeeIt() throws IOException {
        var text = shipped("agents");
        var scaling = line(text, "bean:agentMakers?method=scaling", 1);
        assertThat(problems("agents", text.replace(scaling, scaling + "\n" + scaling)))
                .singleElement()
                .asString()
                .contains("'scaling' stands in the route twice");
        var desired = line(text, "dragoman-point:agents-desired", 1);
        assertThat(
                        problems(
                                "agents",
                                text.replace(scaling + "\n", "")
                                        .replace(desired, desired + "\n" + scaling)))
                .singleElement()
                .asString()
                .contains("'desired' needs the line 'scaling' above it");
    }

    @ParameterizedTest
    @CsvSource({
        "agents, agents-deletion",
        "agents-deletion, agents",
        "azure, azure-deletion",
        "discovery-deletion, discovery"
    })
    void bothRoutesAreReplacedOrNone(String kept, String missing) throws IOException {
        var file = kept.replace("-deletion", "");
        var all = shipped(file);
        int second = all.indexOf("- route:", all.indexOf("- route:") + 1);
        var one = kept.equals(file) ? all.substring(0, second) : all.substring(second);
        assertThat(problems(file, one.startsWith("#") ? one : CONTRACT + one))
                .anySatisfy(
                        each -> assertThat(each).contains("has no route '%s'".formatted(missing)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    loop: {constant: "2", steps: [{to: "azure-arm:poll"}]}                                   | 'loop' works on copies or more than once
                    split: {simple: "${body}", steps: [{to: "azure-arm:poll"}]}                              | 'split' works on copies
                    wireTap: {uri: "direct:azure"}                                                           | 'wireTap' works on copies
                    doTry: {steps: [{to: "azure-arm:poll"}], doCatch: [{exception: [java.lang.Exception]}]}  | 'doTry' would handle failures, which only the operator handles
                    """)
    void theLinesOfAReconciliationRunOnceOnOneMessage(String step, String reason)
            throws IOException {
        var text = shipped("azure");
        var desired = line(text, "dragoman-point:azure-desired", 1);
        assertThat(problems("azure", text.replace(desired, desired + "\n        - " + step)))
                .anySatisfy(each -> assertThat(each).contains(reason));
    }

    @Test
    void failuresAreShownByTheOperator() throws IOException {
        assertThat(
                        problems(
                                "agents",
                                shipped("agents")
                                        .replace("    routeConfigurationId: reconciliation\n", "")))
                .hasSize(2)
                .allSatisfy(
                        each ->
                                assertThat(each)
                                        .contains("lacks 'routeConfigurationId: reconciliation'"));
    }

    @Test
    void aHandlerBesideTheRouteIsOneOfTheRoute() throws IOException {
        assertThat(
                        problems(
                                "agents",
                                CONTRACT
                                        + """
                                        - onException:
                                            exception: [java.lang.Exception]
                                            handled: {constant: "true"}
                                        """
                                        + shipped("agents")))
                .anySatisfy(
                        each -> assertThat(each).contains("would also apply to route 'agents'"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# dragoman.dev/contract: v1\n"})
    void aRouteOfTheContractBeforeIsRefusedWithTheWayOut(String first) throws IOException {
        var loop =
                """
                - route:
                    id: azure
                    from:
                      uri: direct:azure
                      steps:
                        - to: bean:azure?method=observe
                        - to: bean:azure?method=record
                """;
        assertThat(problems("azure", first + loop))
                .anySatisfy(
                        each ->
                                assertThat(each)
                                        .contains(
                                                "route 'azure' replaces the route of a capability")
                                        .contains(
                                                "'# dragoman.dev/contract: v2' as the first line"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    id: quota                                          | route 'quota' is called by the route of agents, but its failures would not reach the operator
                    id: quota, routeConfigurationId: reconciliation    |
                    id: quota, errorHandler: {noErrorHandler: {}}      |
                    """)
    void aRouteThatIsCalledHandsItsFailuresOn(String said, String reason) throws IOException {
        var text = shipped("agents");
        var desired = line(text, "dragoman-point:agents-desired", 1);
        var called =
                "- route: {%s, from: {uri: direct:quota, steps: [{log: x}]}}\n".formatted(said);
        var found =
                problems(
                        "agents",
                        text.replace(desired, "        - to: direct:quota\n" + desired) + called);
        if (reason == null) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found).singleElement().asString().contains(reason);
        }
    }

    @Test
    void aRouteHasTheNameByWhichItIsCalled() throws IOException {
        assertThat(problems("agents", shipped("agents").replace("id: agents\n", "id: mine\n")))
                .singleElement()
                .asString()
                .contains("route 'mine' begins with direct:agents, so it must have 'id: agents'");
    }

    @Test
    void aRequestOfOnesOwnIsNoLine() throws IOException {
        var text = shipped("azure");
        var desired = line(text, "dragoman-point:azure-desired", 1);
        var own = "        - to: { uri: azure-arm:put, parameters: { apiVersion: 2020-05-01 } }\n";
        assertThat(problems("azure", text.replace(desired, own + desired))).isEmpty();
    }

    @Test
    void whatShowsFailuresIsNotReplaced() throws IOException {
        assertThat(problems("reconciliation", "- route: {id: x, from: {uri: direct:x}}\n"))
                .anySatisfy(each -> assertThat(each).contains("which cannot be replaced"));
    }

    @Test
    void otherRoutesKeepTheirContract() throws IOException {
        assertThat(problems("dispatch", shipped("dispatch"))).isEmpty();
        assertThat(problems("dispatch", "# dragoman.dev/contract: v1\n" + shipped("dispatch")))
                .isEmpty();
        assertThat(problems("dispatch", "# dragoman.dev/contract: v3\n" + shipped("dispatch")))
                .singleElement()
                .asString()
                .contains("is written for contract v3");
    }
}
