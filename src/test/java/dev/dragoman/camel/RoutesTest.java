package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.capability.FailureProcessors;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.reconcile.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.ToDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped routes over capabilities that play a script: which lines run, and in which order. */
class RoutesTest extends RoutesFixture {
    @Test
    void everyRouteIsHere() {
        assertThat(routes())
                .containsExactlyInAnyOrder(
                        "dispatch",
                        "dispatch-namespaces",
                        "dispatch-agents",
                        "dispatch-agent-pools",
                        "dispatch-certificates",
                        "dispatch-discovery",
                        "dispatch-envoy-deployments",
                        "certificates",
                        "discovery",
                        "discovery-deletion",
                        "envoy-deployments",
                        "agents",
                        "agents-deletion",
                        "agent-pools",
                        "azure",
                        "azure-deletion",
                        "events",
                        "azure-events",
                        "namespaces",
                        "namespace-lifetimes");
    }

    @ParameterizedTest
    @MethodSource("capabilities")
    void aStraightLineDoesEachStepOnceInItsOrder(CapabilityLines of) throws Exception {
        started();
        for (boolean deleting : of.deletes() ? List.of(false, true) : List.of(false)) {
            var steps =
                    inFile(of.route(deleting), of).stream()
                            .filter(each -> !Set.of("after-create", "transition").contains(each))
                            .toList();
            scripts.put(of.capability(), steps);
            done.clear();
            shown.clear();
            var exchange = send(of.route(deleting), "g", "K", deleting);
            assertThat(exchange.getException()).isNull();
            assertThat(done).containsExactlyElementsOf(plus("observe", steps));
            assertThat(shown).containsExactly("Played ");
            assertThat(exchange.getProperty(Outcomes.OUTCOME)).isEqualTo(Outcome.done());
        }
    }

    @ParameterizedTest
    @MethodSource("capabilities")
    void noRouteHasALoopOrAChoiceOverSteps(CapabilityLines of) {
        for (boolean deleting : List.of(false, true)) {
            assertThat(
                            ((ModelCamelContext) context())
                                    .getRouteDefinition(of.route(deleting))
                                    .getOutputs())
                    .allMatch(
                            each ->
                                    each instanceof ToDefinition
                                            || each instanceof OnExceptionDefinition);
        }
    }

    @ParameterizedTest
    @MethodSource("capabilities")
    void nothingIsDoneForWhatIsNotTheCapabilitys(CapabilityLines of) throws Exception {
        foreign = true;
        started();
        var exchange = send(of.capability(), "g", "K", false);
        assertThat(done).containsExactly("observe");
        assertThat(shown).isEmpty();
        assertThat(exchange.getProperty(Outcomes.OUTCOME)).isEqualTo(Outcome.done());
    }

    @Test
    void aStepRunsAsOftenAsItIsDue() throws Exception {
        scripts.put(
                "azure",
                List.of("get", "look-up", "look-up", "claim", "put", "get", "call", "call"));
        started();
        send("azure", "g", "K", false);
        assertThat(done)
                .containsExactly(
                        "observe", "get", "look-up", "look-up", "claim", "put", "get", "call",
                        "call");
    }

    @Test
    void nothingIsDoneOfWhatIsNotDue() throws Exception {
        started();
        send("azure", "g", "K", false);
        assertThat(done).containsExactly("observe");
        assertThat(shown).containsExactly("Played ");
    }

    @Test
    void aStepWhoseLineStandsTooEarlyIsToldAsAMistakeOfTheRoute() throws Exception {
        scripts.put("azure", List.of("put", "poll"));
        started();
        send("azure", "g", "K", false);
        assertThat(done).containsExactly("observe", "put");
        assertThat(shown.getFirst())
                .startsWith("OverlayFailed")
                .contains("route azure has its line for 'poll' too early");
    }

    @Test
    void aStepWithoutALineIsLeftOut() throws Exception {
        scripts.put("namespace-lifetimes", List.of("paint"));
        started();
        send("namespace-lifetimes", "", "Namespace", false);
        assertThat(done).containsExactly("observe");
        assertThat(shown.getFirst())
                .startsWith("LeftOut route namespace-lifetimes has no line for 'paint'");
    }

    @ParameterizedTest
    @CsvSource({
        "azure, put",
        "agents, workload",
        "agents, compare",
        "agents, apply",
        "namespaces, furnish",
        "certificates, issue"
    })
    void aStepThatFailsEndsTheReconciliationAndIsShown(String capability, String step)
            throws Exception {
        scripts.put(capability, List.of(step));
        failing = step;
        started();
        var exchange = send(capability, "g", "K", false);
        assertThat(done).containsExactly("observe", step);
        assertThat(shown).singleElement().asString().startsWith("IOException").contains("planted");
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getProperty(Outcomes.OUTCOME)).isInstanceOf(Outcome.Transient.class);
    }

    /** Without either the failure would come back as one that nobody may handle. */
    @ParameterizedTest
    @ValueSource(strings = {"configuration", "none"})
    void aFailureInARouteThatIsCalledIsShownAsWell(String handler) throws Exception {
        context()
                .addRoutes(
                        new RouteBuilder() {
                            @Override
                            public void configure() {
                                var called = from("direct:called").routeId("called");
                                if (handler.equals("none")) {
                                    called.errorHandler(noErrorHandler());
                                } else {
                                    called.routeConfigurationId(FailureProcessors.NAME);
                                }
                                called.throwException(new IOException("planted"));
                            }
                        });
        AdviceWith.adviceWith(
                context(),
                "agents",
                advice ->
                        advice.weaveByToUri("dragoman-point:agents-desired")
                                .before()
                                .to("direct:called"));
        scripts.put("agents", List.of("apply"));
        started();
        var exchange = send("agents", "g", "K", false);
        assertThat(done).containsExactly("observe");
        assertThat(shown).singleElement().asString().startsWith("IOException").contains("planted");
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getProperty(Outcomes.OUTCOME)).isInstanceOf(Outcome.Transient.class);
    }

    @ParameterizedTest
    @CsvSource({
        "dispatch, storage.azure.com, StorageAccount, false, azure, put",
        "dispatch, storage.azure.com, StorageAccount, true, azure, delete",
        "dispatch-agents, g, CDTarget, false, agents, apply",
        "dispatch-agents, g, CDTarget, true, agents, signOff",
        "dispatch-agent-pools, g, CDTarget, true, agent-pools, mark",
        "dispatch-certificates, g, DiscoveryServiceCertificate, true, certificates, issue",
        "dispatch-discovery, g, DiscoveryService, false, discovery, mark",
        "dispatch-discovery, g, DiscoveryService, true, discovery, unmark",
        "dispatch-envoy-deployments, g, EnvoyDeployment, true, envoy-deployments, apply",
        "dispatch-namespaces, '', ConfigMap, false, namespaces, furnish",
        "dispatch-namespaces, '', Namespace, false, namespace-lifetimes, deleteNamespace"
    })
    void eachObjectGoesToItsRoute(
            String route, String group, String kind, boolean deleting, String of, String step)
            throws Exception {
        ALL.forEach(each -> scripts.put(each.capability(), List.of("nobody's")));
        scripts.put(of, List.of(step));
        started();
        send(route, group, kind, deleting);
        assertThat(done).containsExactly("observe", step);
        assertThat(shown).containsExactly("Played ");
    }

    @ParameterizedTest
    @CsvSource({"apps, Deployment", "azure.com.example.org, Thing"})
    void othersGoNowhere(String group, String kind) throws Exception {
        started();
        send("dispatch", group, kind, false);
        assertThat(done).isEmpty();
    }

    @Test
    void aDispatchThatDoesNotKnowOfDeletionsReachesTheirRoute() throws Exception {
        scripts.put("azure", List.of("delete", "release"));
        started();
        var exchange = send("azure", "g", "K", true);
        assertThat(done).containsExactly("observe", "delete", "release");
        assertThat(shown).containsExactly("Played ");
        assertThat(exchange.getProperty(Outcomes.OUTCOME)).isEqualTo(Outcome.done());
    }

    /** A dispatch may lead to the wrong route. */
    @ParameterizedTest
    @CsvSource({"azure", "agents", "discovery"})
    void aDeletionRouteTakesNothingThatIsNotBeingDeleted(String of) throws Exception {
        scripts.put(of, List.of("remove", "release"));
        started();
        send(of + "-deletion", "g", "K", false);
        assertThat(done).isEmpty();
        assertThat(shown)
                .singleElement()
                .asString()
                .startsWith("OverlayFailed dispatch.camel.yaml is wrong: route " + of)
                .contains("-deletion got an object that is not being deleted; nothing was done");
    }
}
