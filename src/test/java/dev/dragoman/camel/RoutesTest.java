package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.camel.capability.CapabilityProcessors;
import dev.dragoman.camel.capability.FailureProcessors;
import dev.dragoman.camel.capability.LineAddress;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.check.StepBeans;
import dev.dragoman.camel.reconcile.ReconciliationMessage;
import dev.dragoman.capability.Capability;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Loop;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.point.Points;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Marks;
import dev.dragoman.capability.status.Note;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.spi.Registry;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.apache.camel.test.junit5.TestExecutionConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped routes over capabilities that play a script: which lines run, and in which order. */
class RoutesTest extends CamelTestSupport {
    private static final List<CapabilityLines> ALL =
            CapabilityLines.of(
                    List.copyOf(
                            Operator.configured(
                                            Map.of(
                                                    "AZURE_SUBSCRIPTION_ID",
                                                    "s",
                                                    "AZURE_TENANT_ID",
                                                    "t"),
                                            new Overlays(List.of()))
                                    .keySet()));

    private final StepLines lines = new StepLines();
    private final Map<String, List<String>> scripts = new HashMap<>();
    private final List<String> done = new ArrayList<>();
    private final List<String> shown = new ArrayList<>();
    private String failing = "";
    private boolean foreign;
    private Object result = "done";
    private Processor during = exchange -> {};

    /** A step of the script. */
    private record Scripted(String name, boolean changes) implements Step {
        @Override
        public boolean changes() {
            return changes;
        }
    }

    /** Decides one step of the script after the other. */
    private final class Playing implements Capability<String> {
        private final Declaration declaration;

        Playing(CapabilityLines of) {
            declaration =
                    new Declaration(of.capability(), Optional.empty(), "Play", new Noting(), of);
        }

        @Override
        public Declaration declaration() {
            return declaration;
        }

        @Override
        public Optional<Observed<String>> observe(Reconciliation reconciliation) {
            done.add("observe");
            return foreign ? Optional.empty() : Optional.of(new Observed<>("facts", Set.of()));
        }

        @Override
        public Step decide(String facts, Results results) {
            var script = scripts.getOrDefault(declaration.name(), List.of());
            int next = results.all().size();
            return next < script.size()
                    ? new Scripted(script.get(next), true)
                    : Ending.of(
                            Condition.ready("Played", "", 1),
                            Note.normal("Played", ""),
                            Outcome.done());
        }

        @Override
        public Ending denied(Context<String> context, Outcome outcome) {
            return Ending.quiet(outcome);
        }
    }

    /** Notes what is shown. */
    private final class Noting implements StatusForm {
        @Override
        public Written write(Map<String, Object> object, Ending ending) {
            shown.add(ending.ready().map(each -> each.reason() + " " + each.message()).orElse("-"));
            return new Written(object, false);
        }

        @Override
        public Shown shown(Map<String, Object> object) {
            return new Shown("", "", "", "", 1);
        }

        @Override
        public Marks marks(Map<String, Object> object) {
            return Marks.NONE;
        }
    }

    @Override
    public void configureTest(TestExecutionConfiguration configuration) {
        configuration.withUseAdviceWith(true);
    }

    @Override
    @SuppressWarnings("NullAway") // nothing is written
    protected void bindToRegistry(Registry registry) {
        for (var each : ALL) {
            var core =
                    new Loop.Core(
                            null,
                            null,
                            null,
                            null,
                            (key, needs) -> {},
                            new SimpleMeterRegistry(),
                            Points.NONE,
                            lines,
                            name -> Map.of());
            registry.bind(
                    each.capability(),
                    new CapabilityProcessors(new Loop<>(new Playing(each), core), lines));
        }
        StepBeans.all().forEach(registry::bind);
        registry.bind(FailureProcessors.NAME, new FailureProcessors());
    }

    /** In place of what steps do. */
    private Processor noted(ProcessorDefinition<?> node, Processor target) {
        if (!(node instanceof ToDefinition to)) {
            return target;
        }
        var address = LineAddress.of(to.getEndpointUri());
        var step =
                ALL.stream()
                        .flatMap(each -> Stream.of(each.of(true), each.of(false)))
                        .flatMap(List::stream)
                        .filter(each -> each.address().equals(address))
                        .findFirst();
        if (step.isEmpty()) {
            return target;
        }
        return exchange -> {
            done.add(step.get().step());
            if (step.get().step().equals(failing)) {
                throw new IOException("planted");
            }
            during.process(exchange);
            exchange.getMessage().setBody(result);
        };
    }

    @Test
    void stepsBetweenTheLinesSeeNoValueOfASecret() throws Exception {
        var secret =
                Map.of("apiVersion", "v1", "kind", "Secret", "data", Map.of("tls.key", "planted"));
        scripts.put("certificates", List.of("write"));
        var seen = new ArrayList<String>();
        AdviceWith.adviceWith(
                context(),
                "certificates",
                advice ->
                        advice.weaveByToUri("kubernetes-apply:dragoman-certificates*")
                                .after()
                                .process(
                                        exchange ->
                                                seen.add(
                                                        String.valueOf(
                                                                exchange.getMessage().getBody()))));
        started();
        for (var each : List.<Object>of(secret, List.of(secret), 4, "planted")) {
            result = each;
            assertThat(send("certificates", "g", "K", false).getException()).isNull();
        }
        assertThat(seen).hasSize(4).noneMatch(each -> each.contains("planted"));
        assertThat(seen.subList(0, 3))
                .satisfiesExactly(
                        one -> assertThat(one).contains("tls.key=***"),
                        one -> assertThat(one).contains("tls.key=***"),
                        one -> assertThat(one).isEqualTo("4"));
    }

    @Test
    void whatALineThatFailsWorkedOnGoes() throws Exception {
        scripts.put("certificates", List.of("write"));
        failing = "write";
        started();
        var left = send("certificates", "g", "K", false);
        assertThat(left.getMessage().getBody()).isEqualTo(Map.of());
    }

    @Test
    void finalizersOfTheCapabilitiesAreTheirs() {
        assertThat(ALL.stream().flatMap(each -> each.finalizers().stream()))
                .containsExactlyInAnyOrder(
                        "serviceoperator.azure.com/finalizer",
                        "dragoman.dev/agents",
                        "dragoman.dev/discovery",
                        "finalizer.operator.marin3r.3scale.net");
    }

    @Test
    void oneObjectIsInHandOnce() throws Exception {
        scripts.put("azure", List.of("put"));
        var others = new ArrayList<Exchange>();
        during = exchange -> others.add(send("azure", "g", "K", false));
        started();
        var first = send("azure", "g", "K", false);
        assertThat(done).containsExactly("observe", "put");
        assertThat(Outcomes.of(first)).isEqualTo(Outcome.done());
        assertThat(others)
                .singleElement()
                .satisfies(each -> assertThat(Outcomes.of(each).reason()).isEqualTo("InHand"));
        during = exchange -> {};
        assertThat(Outcomes.of(send("azure", "g", "K", false))).isEqualTo(Outcome.done());
    }

    @Test
    void anObjectIsObservedOnceInAReconciliation() throws Exception {
        AdviceWith.adviceWith(
                context(),
                "azure",
                advice ->
                        advice.weaveByToUri("azure-arm:put")
                                .after()
                                .to("bean:azure?method=observe"));
        scripts.put("azure", List.of("put"));
        started();
        assertThat(Outcomes.of(send("azure", "g", "K", false)).reason()).isEqualTo("InHand");
        assertThat(done).containsExactly("observe", "put");
    }

    @Override
    protected CamelContext createCamelContext() throws Exception {
        var camel = super.createCamelContext();
        CamelRuntime.quietErrors(camel);
        camel.getCamelContextExtension().addInterceptStrategy(lines);
        // what is added last stands innermost
        camel.getCamelContextExtension()
                .addInterceptStrategy(
                        (context, node, target, next) ->
                                noted((ProcessorDefinition<?>) node, target));
        var found =
                PluginHelper.getPackageScanResourceResolver(camel)
                        .findResources(Overlays.BUILT_IN_ROUTES);
        assertThat(found).hasSize(9);
        PluginHelper.getRoutesLoader(camel).loadRoutes(found);
        return camel;
    }

    private void started() throws Exception {
        for (var id : routes()) {
            if (id.startsWith("dispatch")) {
                AdviceWith.adviceWith(
                        context(), id, advice -> advice.replaceFromWith("direct:" + id));
            }
        }
        context().start();
    }

    private List<String> routes() {
        return ((ModelCamelContext) context())
                .getRouteDefinitions().stream().map(RouteDefinition::getRouteId).toList();
    }

    private Exchange send(String route, String group, String kind, boolean deleting) {
        var exchange = new DefaultExchange(context());
        var metadata = new HashMap<String, Object>(Map.of("name", "a", "generation", 1));
        if (deleting) {
            metadata.put("deletionTimestamp", "now");
        }
        ReconciliationMessage.fill(
                exchange,
                new Reconciliation(
                        new ObjectKey(group, kind, "ns", "a"),
                        1,
                        Cause.EDITED,
                        Map.of("kind", kind, "metadata", metadata),
                        "uid",
                        Instant.EPOCH));
        return context().createProducerTemplate().send("direct:" + route, exchange);
    }

    /** Steps in the order of their lines, as the file has them. */
    private List<String> inFile(String route, CapabilityLines of) {
        var byAddress = of.byAddress();
        return ((ModelCamelContext) context())
                .getRouteDefinition(route).getOutputs().stream()
                        .filter(ToDefinition.class::isInstance)
                        .map(ToDefinition.class::cast)
                        .map(each -> LineAddress.of(each.getEndpointUri()))
                        .filter(byAddress::containsKey)
                        .map(byAddress::get)
                        .toList();
    }

    static Stream<CapabilityLines> capabilities() {
        return ALL.stream();
    }

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
                        "certificates",
                        "discovery",
                        "discovery-deletion",
                        "agents",
                        "agents-deletion",
                        "agent-pools",
                        "azure",
                        "azure-deletion",
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

    private static List<String> plus(String first, List<String> more) {
        var all = new ArrayList<>(List.of(first));
        all.addAll(more);
        return all;
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

    /** What was done would be forgotten, and done again on what was observed before it. */
    @ParameterizedTest
    @CsvSource({"azure, azure", "azure, agents", "agents, agents"})
    void aSecondObserveOnAnExchangeFails(String first, String second) throws Exception {
        context()
                .addRoutes(
                        new RouteBuilder() {
                            @Override
                            public void configure() {
                                from("direct:called").routeId("called").to("direct:" + second);
                            }
                        });
        AdviceWith.adviceWith(
                context(),
                first,
                advice ->
                        advice.weaveByToUri("bean:%s?method=end".formatted(first))
                                .before()
                                .to("direct:called"));
        var step = first.equals("azure") ? "put" : "apply";
        scripts.put("azure", List.of("put"));
        scripts.put("agents", List.of("apply"));
        started();
        var exchange = send(first, "g", "K", false);
        assertThat(done).containsExactly("observe", step);
        assertThat(exchange.getProperty(Outcomes.OUTCOME)).isInstanceOf(Outcome.Transient.class);
        assertThat(shown)
                .singleElement()
                .asString()
                .startsWith("OverlayFailed")
                .contains("observes within a reconciliation of '%s'".formatted(first));
    }

    /** Another route may send to the same address, and that is a request of its own. */
    @Test
    void anAddressIsALineInTheRouteOfItsCapabilityAlone() throws Exception {
        context()
                .addRoutes(
                        new RouteBuilder() {
                            @Override
                            public void configure() {
                                from("direct:beside").routeId("beside").to("azure-arm:post");
                            }
                        });
        AdviceWith.adviceWith(
                context(), "azure", advice -> advice.weaveByToUri("azure-arm:post").remove());
        scripts.put("azure", List.of("post"));
        started();
        send("azure", "g", "K", false);
        assertThat(done).containsExactly("observe");
        assertThat(shown.getFirst()).startsWith("LeftOut route azure has no line for 'post'");
    }

    @ParameterizedTest
    @CsvSource({
        "dispatch, storage.azure.com, StorageAccount, false, azure, put",
        "dispatch, storage.azure.com, StorageAccount, true, azure, delete",
        "dispatch-agents, g, CDTarget, false, agents, apply",
        "dispatch-agents, g, CDTarget, true, agents, sign-off",
        "dispatch-agent-pools, g, CDTarget, true, agent-pools, mark",
        "dispatch-certificates, g, DiscoveryServiceCertificate, true, certificates, issue",
        "dispatch-discovery, g, DiscoveryService, false, discovery, mark",
        "dispatch-discovery, g, DiscoveryService, true, discovery, unmark",
        "dispatch-namespaces, '', ConfigMap, false, namespaces, furnish",
        "dispatch-namespaces, '', Namespace, false, namespace-lifetimes, delete-namespace"
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
}
