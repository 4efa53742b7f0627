package dev.dragoman.capability;

import dev.dragoman.capability.point.Points;
import dev.dragoman.capability.status.ConditionStatus;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.Departure;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.Kinds;
import dev.dragoman.kube.LiveReader;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.Remover;
import dev.dragoman.kube.StatusWriter;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Watches;
import dev.dragoman.settings.SettingsReview;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

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
 * @param clients makes further clients of the API server, as for other credentials
 * @param outside answers in place of all that is outside of the cluster; empty but in a dry run
 */
public record Platform(
        KubernetesClient client,
        Config cluster,
        Watches engine,
        Writers writers,
        Map<String, String> environment,
        SettingsReview review,
        Clock clock,
        MeterRegistry meters,
        Points points,
        RouteLines lines,
        Function<Config, KubernetesClient> clients,
        Optional<Outside> outside) {
    /** The readers and writers of objects. */
    public record Writers(
            Reader reader,
            Applier applier,
            Remover remover,
            Departure departure,
            MetadataWriter metadata,
            StatusWriter status,
            EventWriter events) {
        /**
         * Readers and writers of a client.
         *
         * @param instance name of this replica as a writer of Events
         */
        public static Writers of(
                KubernetesClient client, Watches watches, String instance, Clock clock) {
            var kinds = new Kinds(client);
            var own = watches.ownWrites();
            return new Writers(
                    new LiveReader(client, kinds),
                    new Applier(client, kinds, own),
                    new Remover(client, kinds),
                    new Departure(client, kinds, own),
                    new MetadataWriter(client, kinds, own),
                    new StatusWriter(client, kinds, own),
                    new EventWriter(client, instance, clock));
        }
    }

    /**
     * Shows the state of objects in their status, with {@code status.observedGeneration}.
     *
     * @param manager field manager of the status; it must write no other fields
     * @param foreign types of conditions that another capability shows there
     */
    public ConditionStatus status(String manager, String... foreign) {
        return new ConditionStatus(writers.status(), manager, clock, Set.of(foreign))
                .withObservedGeneration();
    }

    /** The parts that the loops of all capabilities use. */
    public Core core() {
        return new Core(
                writers.metadata(),
                writers.remover(),
                writers.reader(),
                writers.events(),
                engine.references(),
                meters,
                points,
                lines,
                this::namespace);
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
