package dev.dragoman.camel.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.LeadOnly;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.OwnState;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.Subscriptions;
import dev.dragoman.capability.point.FieldType;
import dev.dragoman.capability.point.Opaque;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.junit.jupiter.api.io.TempDir;

/** A runner of points over files of a directory, with what a reconciliation gives it. */
abstract class PointRunnerFixture {
    static final String SECRET = "hunter2";

    @TempDir Path directory;

    static Map<String, Object> body() {
        return Map.of(
                "location",
                "westeurope",
                "tags",
                Map.of("team", "orders"),
                "properties",
                Map.of("password", Opaque.of(SECRET)));
    }

    /** Seconds. */
    int grace = 1;

    boolean leads = true;

    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    List<String> once = List.of();

    /** Empty in the route configuration for failures. */
    String prefix = "azure-";

    void steps(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    Exchange send(Point point, Object body) {
        var overlays = new Overlays(List.of(directory));
        try (var camel = new DefaultCamelContext()) {
            CamelRuntime.quietErrors(camel);
            camel.getCamelContextExtension().addInterceptStrategy(new EndlessSteps());
            camel.getRegistry().bind(Overlays.BEAN, overlays);
            camel.getRegistry().bind(Subscriptions.BEAN, new LeadOnly(() -> leads));
            // as the operator, which does not wait for what is still delayed
            camel.getShutdownStrategy().setTimeout(grace);
            PointBeans.ALL.forEach(camel.getRegistry()::bind);
            camel.getRegistry().bind(OnceBean.CLOCK, InstantSource.fixed(now));
            camel.getPropertiesComponent()
                    .addInitialProperty(
                            "camel.component.kamelet.location", overlays.kameletLocation());
            camel.getComponent("kamelet", org.apache.camel.component.kamelet.KameletComponent.class)
                    .setLocation(overlays.kameletLocation());
            for (var resource :
                    overlays.collector()
                            .findRouteResourcesFromDirectory(
                                    camel, null, "classpath:none/*.camel.yaml")) {
                PluginHelper.getRoutesLoader(camel).loadRoutes(resource);
            }
            camel.start();
            try (var producer = camel.createProducerTemplate()) {
                var step =
                        new PointStep(
                                point,
                                "azure",
                                body,
                                Map.of("CamelKubernetesReconcileLabels", Map.of("team", "billing")),
                                path ->
                                        path.getFirst().equals("nothere")
                                                ? FieldType.NONE
                                                : FieldType.ANY,
                                once,
                                added -> added,
                                (_, _) -> {});
                return producer.send(
                        "dragoman-point:" + prefix + point.text(),
                        exchange -> {
                            var object = Map.<String, Object>of("kind", "ConfigMap");
                            ReconciliationExchange.begin(
                                    exchange,
                                    new Reconciliation(
                                            new ObjectKey("", "ConfigMap", "ns", "a"),
                                            1,
                                            Cause.EDITED,
                                            object,
                                            "u",
                                            Instant.EPOCH));
                            OwnState.set(exchange, PointStep.class, step);
                            exchange.setProperty("ours", "kept");
                            exchange.getMessage().setHeader("CamelKubernetesReconcileName", "a");
                            exchange.getMessage().setHeader("ours", "kept");
                        });
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    PointResult run(Point point, Object body) {
        var exchange = send(point, body);
        if (exchange.getException() instanceof RuntimeException thrown) {
            throw thrown;
        }
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getProperty("ours")).isEqualTo("kept");
        assertThat(exchange.getMessage().getHeader("ours")).isEqualTo("kept");
        assertThat(exchange.isRouteStop()).isFalse();
        return exchange.getMessage().getBody(PointResult.class);
    }

    Map<?, ?> changed(String steps) throws IOException {
        steps("azure-desired.ours.steps.yaml", steps);
        return (Map<?, ?>) ((PointResult.Passed) run(Point.DESIRED, body())).body();
    }
}
