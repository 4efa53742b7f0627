package dev.dragoman.cli.trial;

import dev.dragoman.DryRun;
import dev.dragoman.Operator;
import dev.dragoman.camel.Overlays;
import dev.dragoman.capability.Outside;
import dev.dragoman.cli.cluster.ClusterRequests;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The operator over objects that were read from a cluster. What else it reads, it reads there. It
 * writes nothing, so each reconciliation finds the objects as they were read. Not thread-safe.
 */
public final class ClusterTrial implements AutoCloseable {
    /** Objects of Azure kinds are in memory, in Dragoman's form. */
    private static final Pattern IN_MEMORY =
            Pattern.compile("/apis/[^/]+\\.azure\\.com/.*|/[^a].*");

    private final ClusterRequests cluster;
    private final MemoryApi api;
    private final Map<String, Map<String, Object>> read = new ConcurrentHashMap<>();
    private final TrialQueue queue;
    private final Operator operator;

    /**
     * Starts the operator.
     *
     * @param objects all objects of Azure kinds, all Namespaces, and the Secrets that have
     *     credentials
     * @throws dev.dragoman.camel.StartRefused when a setting or an overlay is wrong
     */
    public ClusterTrial(
            KubernetesClient cluster,
            Map<String, String> settings,
            Overlays overlays,
            Outside outside,
            Collection<Map<String, Object>> objects) {
        var clock = new TrialClock(Instant.now());
        var store = new MemoryStore(clock);
        // the operator's own namespace need not be there yet
        var own = settings.getOrDefault("POD_NAMESPACE", "dragoman-system");
        var metadata = Json.object("name", own);
        store.fix(Json.object("apiVersion", "v1", "kind", "Namespace", "metadata", metadata));
        objects.forEach(store::fix);
        var kinds = new MemoryKinds(Set.of());
        var record = new TrialRecord();
        this.queue = new TrialQueue(clock, store, kinds, record);
        var watches = new MemoryWatches(store, kinds, clock, queue, _ -> Optional.empty());
        queue.show(watches);
        this.cluster = new ClusterRequests(cluster);
        this.api = new MemoryApi(store, kinds, record);
        this.operator =
                Operator.start(
                        cluster.getConfiguration(),
                        settings,
                        Clock.systemUTC(),
                        new DryRun(
                                overlays,
                                new MemoryHttp(this::answer),
                                watches,
                                queue,
                                outside,
                                Optional.empty()));
    }

    private MemoryApi.Reply answer(MemoryApi.Call call) {
        var path = call.uri().toString().replaceFirst("^[^/]*//[^/]*", "");
        if (!call.method().equals("GET") || IN_MEMORY.matcher(path).matches()) {
            return api.answer(call);
        }
        try {
            return new MemoryApi.Reply(
                    200, MemoryApi.bytes(read.computeIfAbsent(path, cluster::get)));
        } catch (ClusterRequests.Refused refused) {
            var told = refused.getMessage().replaceFirst("^GET \\S+ \\d+ ", "");
            return new MemoryApi.Reply(
                    refused.code == 0 ? 503 : refused.code,
                    MemoryApi.bytes(Json.object("message", told)));
        }
    }

    /** Reconciles an object once. Empty if no route takes it. */
    public Optional<Outcome> reconcile(ObjectKey key) {
        return queue.once(key);
    }

    @Override
    public void close() {
        operator.stop(Duration.ZERO);
    }
}
