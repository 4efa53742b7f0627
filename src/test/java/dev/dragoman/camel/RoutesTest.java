package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.ArmSender;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.azure.decision.Step;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Observed;
import dev.dragoman.capability.StepCall;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.Registry;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.apache.camel.test.junit5.TestExecutionConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shipped routes, with beans that take notes: which steps run, in which order, and when. */
class RoutesTest extends CamelTestSupport {
    private static final String KIND = "CamelKubernetesReconcileKind";
    private static final String GROUP = "CamelKubernetesReconcileGroup";
    private static final String GONE = "CamelKubernetesReconcileGone";

    private final Notes azure = new Notes("DragomanOpen");
    private final Notes namespaces = new Notes("DragomanOpen");
    private final Notes lifetimes = new Notes("DragomanOpen");
    private final StepNotes namespaceSteps = new StepNotes();
    private final Notes agents = new Notes("DragomanOpen");
    private final Notes pools = new Notes("DragomanOpen");
    private final AgentNotes agentSteps = new AgentNotes();
    private final Notes certificates = new Notes("DragomanOpen");
    private final CertificateNotes certificateSteps = new CertificateNotes();

    /** In place of the steps of certificates. */
    public final class CertificateNotes {
        public int issue(Object body) {
            certificates.steps.add("issue");
            return 1;
        }
    }

    private final Notes discovery = new Notes("DragomanOpen");
    private final DiscoveryNotes discoverySteps = new DiscoveryNotes();

    /** In place of the steps of discovery services, in the order of their branches. */
    public final class DiscoveryNotes {
        public Object stripFinalizer(Object body) {
            discovery.steps.add("stripFinalizer");
            return Map.of();
        }

        public int mark(Object body) {
            discovery.steps.add("mark");
            return 1;
        }

        public int replace(Object body) {
            discovery.steps.add("replace");
            return 1;
        }

        public int remove(Object body) {
            discovery.steps.add("remove");
            return 1;
        }

        public int unmark(Object body) {
            discovery.steps.add("unmark");
            return 1;
        }
    }

    /** In place of the steps of build agents. */
    public final class AgentNotes {
        public int remove(Object body) {
            agents.steps.add("remove");
            return 1;
        }

        public int mark(Object body) {
            pools.steps.add("mark");
            return 1;
        }
    }

    /** In place of the steps of requests. */
    public final class StepNotes {
        public String makeNamespace(Object body) {
            namespaces.steps.add("makeNamespace");
            return "made";
        }
    }

    /** In place of Azure. */
    private final class Sender implements ArmSender {
        @Override
        public Answer send(
                Reconciliation reconciliation,
                String method,
                String path,
                String version,
                Optional<Map<String, Object>> body) {
            throw new IllegalStateException("no step has a path");
        }

        @Override
        public Answer send(StepCall<?> call, String method) {
            try {
                azure.note(method);
            } catch (IOException planted) {
                throw new IllegalStateException(planted.getMessage(), planted);
            }
            return Answer.failure("Planted", "whatever it is", false);
        }
    }

    /** In place of a capability. */
    public static final class Notes {
        private final String open;
        private final List<String> steps = new ArrayList<>();
        private String step = "make-namespace";
        private int rounds = 2;
        private String failing = "";

        Notes(String open) {
            this.open = open;
        }

        private void note(String step) throws IOException {
            steps.add(step);
            if (step.equals(failing)) {
                throw new IOException("planted");
            }
        }

        public void observe(Exchange exchange) throws IOException {
            note("observe");
            exchange.setProperty(open, rounds > 0);
            exchange.getMessage().setBody(Map.of("location", "x"));
        }

        public void decide(Exchange exchange) throws IOException {
            note("decide");
            rounds--;
            exchange.setProperty(open, rounds > 0);
            exchange.getMessage().setHeader("DragomanStep", rounds > 0 ? step : "none");
            exchange.getMessage().setBody(call());
        }

        private static StepCall<String> call() {
            var reconciliation =
                    new Reconciliation(
                            new ObjectKey("", "ConfigMap", "ns", "a"),
                            1,
                            Cause.EDITED,
                            Map.of("kind", "ConfigMap"),
                            "uid",
                            Instant.EPOCH);
            return new StepCall<>(
                    new Context<>("azure", reconciliation, new Observed<>("facts", Set.of())),
                    new Step.Get());
        }

        public void record(Exchange exchange) throws IOException {
            note("record");
        }

        public void failed(Exchange exchange) throws IOException {
            note("failed " + Outcomes.failure(exchange).getMessage());
        }

        public void show(Exchange exchange) throws IOException {
            note("show");
        }
    }

    @Override
    public void configureTest(TestExecutionConfiguration configuration) {
        configuration.withUseAdviceWith(true);
    }

    @Override
    protected void bindToRegistry(Registry registry) {
        azure.step = "put";
        registry.bind("azure", azure);
        registry.bind(ArmSender.BEAN, new Sender());
        registry.bind("azureSteps", new Object());
        agents.step = "remove";
        registry.bind("agents", agents);
        pools.step = "mark";
        registry.bind("agent-pools", pools);
        registry.bind("agentSteps", agentSteps);
        certificates.step = "issue";
        registry.bind("certificates", certificates);
        registry.bind("certificateSteps", certificateSteps);
        registry.bind("discovery", discovery);
        registry.bind("discoverySteps", discoverySteps);
        registry.bind("namespaces", namespaces);
        registry.bind("namespace-lifetimes", lifetimes);
        registry.bind("namespaceSteps", namespaceSteps);
    }

    @Override
    protected CamelContext createCamelContext() throws Exception {
        var camel = super.createCamelContext();
        CamelRuntime.quietErrors(camel);
        var found =
                PluginHelper.getPackageScanResourceResolver(camel)
                        .findResources(Overlays.BUILT_IN_ROUTES);
        assertThat(found).hasSize(8);
        for (var resource : found) {
            PluginHelper.getRoutesLoader(camel).loadRoutes(resource);
        }
        return camel;
    }

    private void started() throws Exception {
        for (var consumer :
                List.of(
                        "dispatch",
                        "dispatch-namespaces",
                        "dispatch-agents",
                        "dispatch-agent-pools",
                        "dispatch-certificates",
                        "dispatch-discovery")) {
            AdviceWith.adviceWith(
                    context(), consumer, advice -> advice.replaceFromWith("direct:" + consumer));
        }
        context().start();
    }

    private Exchange send(String route, Map<String, Object> headers) {
        var exchange = new DefaultExchange(context());
        exchange.getMessage().setHeaders(new HashMap<>(headers));
        return context().createProducerTemplate().send("direct:" + route, exchange);
    }

    @Test
    void everyRouteIsHere() {
        assertThat(((ModelCamelContext) context()).getRouteDefinitions())
                .extracting(RouteDefinition::getRouteId)
                .containsExactlyInAnyOrder(
                        "dispatch",
                        "dispatch-namespaces",
                        "dispatch-agents",
                        "dispatch-agent-pools",
                        "dispatch-certificates",
                        "certificates",
                        "dispatch-discovery",
                        "discovery",
                        "agents",
                        "agent-pools",
                        "azure",
                        "namespaces",
                        "namespace-lifetimes");
    }

    @Test
    void kindsOfAzureGoToTheirRouteAndOthersNowhere() throws Exception {
        started();
        send("dispatch", Map.of(GROUP, "storage.azure.com", KIND, "StorageAccount", GONE, true));
        var seen = List.of("observe", "decide", "put", "decide", "record");
        assertThat(azure.steps).isEqualTo(seen);
        send("dispatch", Map.of(GROUP, "apps", KIND, "Deployment", GONE, true));
        send("dispatch", Map.of(GROUP, "azure.com.example.org", KIND, "Thing", GONE, true));
        assertThat(azure.steps).isEqualTo(seen);
        assertThat(namespaces.steps).isEmpty();
    }

    @Test
    void azureLoopsUntilThereIsNothingToDo() throws Exception {
        started();
        send("azure", Map.of(GONE, false));
        assertThat(azure.steps).containsExactly("observe", "decide", "put", "decide", "record");
    }

    @Test
    void azureDoesNothingWhereThereIsNothingToDo() throws Exception {
        azure.rounds = 0;
        started();
        send("azure", Map.of(GONE, false));
        assertThat(azure.steps).containsExactly("observe", "record");
    }

    @Test
    void aStepOfAzureThatFailsEndsThePassAndIsShown() throws Exception {
        azure.failing = "put";
        started();
        var exchange = send("azure", Map.of(GONE, false));
        assertThat(azure.steps)
                .containsExactly("observe", "decide", "put", "failed planted", "show");
        assertThat(exchange.getException()).isNull();
    }

    @Test
    void requestsAndNamespacesGoToTheRouteOfVending() throws Exception {
        started();
        send("dispatch-namespaces", Map.of(KIND, "Namespace"));
        assertThat(lifetimes.steps).containsExactly("observe", "decide", "decide", "record");
        assertThat(namespaces.steps).isEmpty();
        send("dispatch-namespaces", Map.of(KIND, "ConfigMap"));
        assertThat(namespaces.steps)
                .containsExactly("observe", "decide", "makeNamespace", "decide", "record");
        assertThat(azure.steps).isEmpty();
    }

    @Test
    void targetsOfBuildAgentsGoToTheirRoute() throws Exception {
        started();
        send("dispatch-agents", Map.of(KIND, "CDTarget"));
        assertThat(agents.steps).containsExactly("observe", "decide", "remove", "decide", "record");
        send("dispatch-agent-pools", Map.of(KIND, "CDTarget"));
        assertThat(pools.steps).containsExactly("observe", "decide", "mark", "decide", "record");
        assertThat(azure.steps).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "strip-finalizer, stripFinalizer",
        "mark, mark",
        "replace, replace",
        "remove, remove",
        "unmark, unmark"
    })
    void discoveryServicesGoToTheirRoute(String step, String method) throws Exception {
        discovery.step = step;
        started();
        send("dispatch-discovery", Map.of(KIND, "DiscoveryService"));
        assertThat(discovery.steps)
                .containsExactly("observe", "decide", method, "decide", "record");
        assertThat(azure.steps).isEmpty();
    }

    @Test
    void certificatesGoToTheirRoute() throws Exception {
        started();
        send("dispatch-certificates", Map.of(KIND, "DiscoveryServiceCertificate"));
        assertThat(certificates.steps)
                .containsExactly("observe", "decide", "issue", "decide", "record");
        assertThat(agents.steps).isEmpty();
    }

    @Test
    void aStepOfVendingThatFailsEndsThePassAndIsShown() throws Exception {
        namespaces.failing = "observe";
        started();
        send("namespaces", Map.of(KIND, "ConfigMap"));
        assertThat(namespaces.steps).containsExactly("observe", "failed planted", "show");
    }
}
