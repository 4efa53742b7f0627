package dev.dragoman.faults;

import dev.dragoman.Operator;
import dev.dragoman.azure.AzureProvider;
import dev.dragoman.azure.PlantedAzure;
import dev.dragoman.azure.identity.AzureSettings;
import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.EngineSubscriptions;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.Subscriptions;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.capability.Platform;
import dev.dragoman.capability.TeamPlatform;
import dev.dragoman.capability.point.Points;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.Departure;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.Kinds;
import dev.dragoman.kube.LiveReader;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Remover;
import dev.dragoman.kube.StatusWriter;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.EngineHealth;
import dev.dragoman.reconcile.EngineSettings;
import dev.dragoman.settings.SettingsReview;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The Azure controller as {@code Operator} puts it together, but with a bug in its steps. */
final class PlantedOperator implements Replica {
    private static final String ROUTES =
            "classpath:routes/dispatch.camel.yaml,classpath:routes/azure.camel.yaml,classpath:routes/reconciliation.camel.yaml";

    private final KubernetesClient client;
    private final Engine engine;
    private final CamelRuntime camel;
    private final StepLines lines = new StepLines();

    private PlantedOperator(Config cluster, Map<String, String> environment, PlantedAzure.Bug bug) {
        var settings = AzureSettings.from(environment);
        cluster.setRequestRetryBackoffLimit(0);
        client = new KubernetesClientBuilder().withConfig(cluster).build();
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        engine = new Engine(client, EngineSettings.alone(), Clock.systemUTC(), registry);
        TeamPlatform.index(engine);
        var beans = new HashMap<String, Object>();
        beans.put(
                Subscriptions.BEAN, new EngineSubscriptions(engine, EngineSubscriptions.PATIENCE));
        beans.put(AzureProvider.KINDS, AzureProvider.kinds());
        beans.putAll(PlantedAzure.beans(platform(cluster, environment, registry), settings, bug));
        beans.put("kubernetesClient", client);
        beans.put("metricsRegistry", registry);
        camel =
                new CamelRuntime(
                        Overlays.of(environment),
                        beans,
                        ROUTES,
                        Map.of("namespaces.enabled", "false", "camel.management.port", "0"),
                        Map.of(),
                        HttpsAccess.none(),
                        lines);
        camel.start();
        engine.start();
    }

    static Replica.Maker with(PlantedAzure.Bug bug) {
        return (cluster, environment) -> new PlantedOperator(cluster, environment, bug);
    }

    private Platform platform(
            Config cluster, Map<String, String> environment, MeterRegistry registry) {
        var kinds = new Kinds(client);
        var own = engine.ownWrites();
        var clock = Clock.systemUTC();
        return new Platform(
                client,
                cluster,
                engine,
                new Platform.Writers(
                        new LiveReader(client, kinds),
                        new Applier(client, kinds, own),
                        new Remover(client, kinds),
                        new Departure(client, kinds, own),
                        new MetadataWriter(client, kinds, own),
                        new StatusWriter(client, kinds, own),
                        new EventWriter(client, "planted", clock)),
                environment,
                new SettingsReview(Operator.SETTINGS),
                clock,
                registry,
                Points.NONE,
                lines,
                _ -> client,
                Optional.empty());
    }

    @Override
    public EngineHealth health() {
        return engine.health();
    }

    @Override
    public void abandon() {
        engine.stop(Duration.ZERO);
        camel.stop(Duration.ofSeconds(2));
        client.close();
    }
}
