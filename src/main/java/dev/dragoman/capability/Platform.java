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
 * The parts of the operator that capabilities use.
 *
 * @param client for requests that the writers do not offer
 * @param cluster the address of the API server, and the credentials for it
 * @param engine not started yet, so that a capability can add watches
 * @param environment the settings
 * @param review reports settings that have no effect
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
    /** The readers and writers of objects. */
    public record Writers(
            Reader reader,
            Applier applier,
            Remover remover,
            Departure departure,
            MetadataWriter metadata,
            StatusWriter status,
            EventWriter events) {}

    /** The parts that the loops of all capabilities use. */
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
     * Takes the namespace from the cache, or reads it from the API server when the cache lacks it.
     * Without this, the labels of a Namespace that the cache does not have yet would count as
     * missing.
     */
    private Map<String, Object> namespace(String name) {
        var key = new ObjectKey("", "Namespace", "", name);
        return engine.cache().get(key).or(() -> writers.reader().get("v1", key)).orElse(Map.of());
    }
}
