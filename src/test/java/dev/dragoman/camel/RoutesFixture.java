package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.Operator;
import dev.dragoman.camel.capability.CapabilityProcessors;
import dev.dragoman.camel.capability.FailureProcessors;
import dev.dragoman.camel.capability.LineAddress;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.check.StepBeans;
import dev.dragoman.camel.reconcile.KubernetesReconcileConsumer;
import dev.dragoman.camel.vault.VaultComponent;
import dev.dragoman.capability.Capability;
import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Core;
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
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.spi.Registry;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.apache.camel.test.junit5.TestExecutionConfiguration;

/** What {@link RoutesTest} and {@link RouteGuardsTest} have in common. */
abstract class RoutesFixture extends CamelTestSupport {
    static final List<CapabilityLines> ALL =
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

    final StepLines lines = new StepLines();
    final Map<String, List<String>> scripts = new HashMap<>();
    final List<String> done = new ArrayList<>();
    final List<String> shown = new ArrayList<>();
    String failing = "";
    boolean foreign;
    Object result = "done";
    Processor during = exchange -> {};

    /** A step of the script. */
    record Scripted(String name, boolean changes) implements Step {
        @Override
        public boolean changes() {
            return changes;
        }
    }

    /** Decides one step of the script after the other. */
    final class Playing implements Capability<String> {
        final Declaration declaration;

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
    final class Noting implements StatusForm {
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
                    new Core(
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
                    new CapabilityProcessors(
                            new Loop<>(new Playing(each), core), lines, any -> {}));
        }
        StepBeans.all().forEach(registry::bind);
        registry.bind(FailureProcessors.NAME, new FailureProcessors());
    }

    /** In place of what steps do. */
    Processor noted(ProcessorDefinition<?> node, Processor target) {
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

    @Override
    protected CamelContext createCamelContext() throws Exception {
        var camel = super.createCamelContext();
        // by its name alone, Camel would take its own component
        camel.addComponent(VaultComponent.SCHEME, new VaultComponent());
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
        try (var files = Files.list(Path.of("src/main/resources/routes"))) {
            assertThat(found).as("every file of routes").hasSize(Math.toIntExact(files.count()));
        }
        PluginHelper.getRoutesLoader(camel).loadRoutes(found);
        return camel;
    }

    void started() throws Exception {
        for (var id : routes()) {
            if (id.startsWith("dispatch")) {
                AdviceWith.adviceWith(
                        context(), id, advice -> advice.replaceFromWith("direct:" + id));
            }
        }
        context().start();
    }

    List<String> routes() {
        return ((ModelCamelContext) context())
                .getRouteDefinitions().stream().map(RouteDefinition::getRouteId).toList();
    }

    Exchange send(String route, String group, String kind, boolean deleting) {
        var exchange = new DefaultExchange(context());
        var metadata = new HashMap<String, Object>(Map.of("name", "a", "generation", 1));
        if (deleting) {
            metadata.put("deletionTimestamp", "now");
        }
        KubernetesReconcileConsumer.fill(
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
    List<String> inFile(String route, CapabilityLines of) {
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

    static List<String> plus(String first, List<String> more) {
        var all = new ArrayList<>(List.of(first));
        all.addAll(more);
        return all;
    }
}
