package dev.dragoman.azure;

import com.azure.core.credential.TokenCredential;
import dev.dragoman.azure.event.EventSettings;
import dev.dragoman.azure.model.ResourceId;
import dev.dragoman.camel.CamelRuntime;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.Subscriptions;
import dev.dragoman.camel.capability.StepLines;
import dev.dragoman.camel.https.HttpsAccess;
import dev.dragoman.reconcile.KindSelector;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciler;
import dev.dragoman.reconcile.cache.ObjectCache;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;

/**
 * The route of change events, with a thousand objects that are looked at as soon as they are woken.
 */
public final class EventsTrial implements AutoCloseable, Subscriptions {
    private static final Map<String, Object> SENT = Map.of("status", Map.of("id", "/r"));
    private static final String ID = "/subscriptions/s/resourceGroups/group-";

    private final PrometheusMeterRegistry meters =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final List<ObjectKey> woken = new CopyOnWriteArrayList<>();
    private final Memory memory = new Memory(InstantSource.system(), any -> Duration.ZERO);
    private final AzureEvents events;
    private final CamelRuntime camel;
    private volatile boolean leads = true;
    private volatile Duration time = Duration.ZERO;

    /**
     * @param connection of a broker on this machine
     */
    public EventsTrial(String connection) {
        this(
                Map.of(
                        "DRAGOMAN_EVENTS_QUEUE",
                        "localhost/q",
                        "DRAGOMAN_EVENTS_CONNECTION_STRING",
                        connection),
                null);
    }

    /**
     * @param environment the settings
     * @param credential null where these have a connection string
     */
    public EventsTrial(Map<String, String> environment, TokenCredential credential) {
        events =
                new AzureEvents(
                        cache(),
                        memory,
                        InstantSource.system(),
                        this::look,
                        (run, after) -> {},
                        () -> leads,
                        meters);
        var settings = EventSettings.from(environment).orElseThrow();
        camel =
                new CamelRuntime(
                        new Overlays(List.of()),
                        Map.of(
                                AzureEvents.BEAN,
                                events,
                                EventsBroker.BEAN,
                                new EventsBroker(settings, credential),
                                Subscriptions.BEAN,
                                this),
                        "classpath:routes/events.camel.yaml",
                        Map.of("events.on", "true", "camel.management.port", "0"),
                        Map.of(),
                        HttpsAccess.none(),
                        new StepLines());
    }

    private ObjectCache cache() {
        return (ObjectCache)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {ObjectCache.class},
                        (proxy, method, arguments) ->
                                "shown".equals(method.getName())
                                        ? Optional.of(SENT)
                                        : found((String) arguments[1]));
    }

    private static Set<ObjectKey> found(String id) {
        var prefix = ResourceId.key(ID);
        return id.startsWith(prefix) && id.substring(prefix.length()).matches("[0-9]{1,3}")
                ? Set.of(new ObjectKey("r", "ResourceGroup", "ns", id.substring(prefix.length())))
                : Set.of();
    }

    private void look(ObjectKey key) {
        woken.add(key);
        memory.begins(key, true);
        CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> memory.ended(key, false));
    }

    public void start() {
        camel.start();
    }

    /** How long each look takes from now on. */
    public void slow(Duration look) {
        time = look;
    }

    public void leads(boolean yes) {
        leads = yes;
    }

    public List<ObjectKey> woken() {
        return List.copyOf(woken);
    }

    public Optional<String> problem() {
        return events.problem();
    }

    public double metric(String line) {
        return meters.scrape()
                .lines()
                .filter(each -> each.startsWith(line + " "))
                .mapToDouble(each -> Double.parseDouble(each.substring(line.length() + 1)))
                .findFirst()
                .orElse(Double.NaN);
    }

    public boolean live() {
        return up(HealthCheckHelper.invokeLiveness(camel.context()));
    }

    public boolean ready() {
        return up(HealthCheckHelper.invokeReadiness(camel.context()));
    }

    private static boolean up(Iterable<HealthCheck.Result> results) {
        for (var each : results) {
            if (each.getState() != HealthCheck.State.UP) {
                return false;
            }
        }
        return true;
    }

    public String event(int group, Instant at) {
        return """
               {"type": "Microsoft.Resources.ResourceWriteSuccess", "subject": "%s%d", "time": "%s", "data": {}}"""
                .formatted(ID, group, at);
    }

    @Override
    public boolean leads() {
        return leads;
    }

    @Override
    public Running subscribe(
            String name,
            List<KindSelector> kinds,
            Set<String> namespaces,
            Reconciler reconciler,
            Options options) {
        throw new UnsupportedOperationException(name);
    }

    @Override
    public int wake(String name, ObjectKey key) {
        throw new UnsupportedOperationException(name);
    }

    @Override
    public int wakeById(String name, String id) {
        throw new UnsupportedOperationException(name);
    }

    @Override
    public void close() {
        camel.stop(Duration.ofSeconds(2));
    }
}
