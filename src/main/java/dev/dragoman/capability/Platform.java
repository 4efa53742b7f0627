package dev.dragoman.capability;

import dev.dragoman.capability.object.Lookup;
import dev.dragoman.capability.point.Points;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.Departure;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.Remover;
import dev.dragoman.kube.StatusWriter;
import dev.dragoman.reconcile.Engine;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.settings.SettingsReview;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * What an operator gives its capabilities to work with.
 *
 * @param client for what the writers cannot do
 * @param cluster the API server, and the account that is used there
 * @param engine not started yet, so that a capability can add watches
 * @param environment the settings
 * @param review says of settings that they are not used
 * @param clock the time of day
 * @param points which extension points have steps
 * @param lines which steps have a line in the routes
 */
public record Platform(
        KubernetesClient client,
        Config cluster,
        Engine engine,
        Writers writers,
        Map<String, String> environment,
        SettingsReview review,
        Clock clock,
        MeterRegistry meters,
        Points points,
        RouteLines lines) {
    /** All that reads and writes objects. */
    public record Writers(
            Reader reader,
            Applier applier,
            Remover remover,
            Departure departure,
            MetadataWriter metadata,
            StatusWriter status,
            EventWriter events) {}

    /** What the loops of all capabilities work with. */
    public Loop.Core core() {
        return new Loop.Core(
                writers.metadata(),
                writers.remover(),
                lookup(),
                writers.events(),
                engine.references(),
                meters,
                points,
                lines,
                this::namespace);
    }

    private Lookup lookup() {
        var reader = writers.reader();
        return new Lookup() {
            @Override
            public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
                return reader.get(apiVersion, key);
            }

            @Override
            public boolean namespaced(String apiVersion, String kind) {
                return reader.namespaced(apiVersion, kind);
            }
        };
    }

    /**
     * Reads live where the watch has not shown the namespace, since unknown labels must not count
     * as missing.
     */
    private Map<String, Object> namespace(String name) {
        var key = new ObjectKey("", "Namespace", "", name);
        return engine.cache().get(key).or(() -> writers.reader().get("v1", key)).orElse(Map.of());
    }
}
