package dev.dragoman.azure.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's own credential: the keys of Secret {@code aso-controller-settings} in its
 * namespace, over those of the environment. The Secret is watched, so that correcting it heals
 * without a restart. Thread-safe.
 */
public final class GlobalIdentity implements AutoCloseable {
    /** Name of the settings Secret, as Azure Service Operator has it. */
    public static final String SECRET = "aso-controller-settings";

    private static final Logger LOG = LoggerFactory.getLogger(GlobalIdentity.class);

    private final Map<String, String> env;
    private final String namespace;
    private final KubernetesClient client;
    private final Runnable changed;
    private final Duration probeEvery;
    private final ScheduledExecutorService probes =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("credential-probe").factory());
    private volatile Map<String, String> fromSecret = Map.of();
    private volatile boolean closed;
    private volatile SharedIndexInformer<Secret> informer;

    /**
     * @param probeEvery how often what the watch has shown is compared with a read, which finds a
     *     watch that went silent
     * @param changed called after the credential has changed
     */
    public GlobalIdentity(
            KubernetesClient client,
            Map<String, String> env,
            AzureSettings settings,
            Duration probeEvery,
            Runnable changed) {
        this.client = client;
        this.env = Map.copyOf(env);
        this.namespace = settings.operatorNamespace();
        this.probeEvery = probeEvery;
        this.changed = changed;
    }

    /** Begins to watch; does not wait for the API server. */
    public synchronized void start() {
        watch();
        var _ =
                probes.scheduleWithFixedDelay(
                        this::probe,
                        probeEvery.toMillis(),
                        probeEvery.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** Another watch lists anew, and so finds what this one missed. */
    private void probe() {
        try {
            var there = decode(client.secrets().inNamespace(namespace).withName(SECRET).get());
            synchronized (this) {
                if (!closed && informer.hasSynced() && !there.equals(fromSecret)) {
                    LOG.warn(
                            "the watch of Secret {}/{} missed a change; it is replaced",
                            namespace,
                            SECRET);
                    informer.close();
                    watch();
                }
            }
        } catch (RuntimeException e) {
            // whatever it was: one that escaped would end all later comparisons
            LOG.debug("probe the watch of Secret {}/{}: {}", namespace, SECRET, e.getMessage());
        }
    }

    private void watch() {
        informer =
                client.secrets()
                        .inNamespace(namespace)
                        .withName(SECRET)
                        .runnableInformer(0)
                        .addEventHandler(new Watcher());
        // a missing right or an API server that is down must not end the watch for good
        informer.exceptionHandler((started, failure) -> true);
        var _ =
                informer.start()
                        .whenComplete(
                                (ok, failure) -> {
                                    if (failure != null && !closed) {
                                        LOG.warn(
                                                "cannot watch Secret {}/{}, using the environment alone: {}",
                                                namespace,
                                                SECRET,
                                                failure.getMessage());
                                    }
                                });
    }

    /**
     * The credential as it is now.
     *
     * @throws IllegalArgumentException naming the key that is missing and where to set it
     */
    public AzureIdentity current() {
        var values = new HashMap<>(env);
        values.putAll(secret());
        return AzureIdentity.from(
                values, "Secret %s/%s or the operator's environment".formatted(namespace, SECRET));
    }

    private Map<String, String> secret() {
        if (informer != null && informer.hasSynced()) {
            return fromSecret;
        }
        try {
            return decode(client.secrets().inNamespace(namespace).withName(SECRET).get());
        } catch (KubernetesClientException unreadable) {
            LOG.warn(
                    "cannot read Secret {}/{}, using the environment alone: {}",
                    namespace,
                    SECRET,
                    unreadable.getMessage());
            return fromSecret;
        }
    }

    private void update(Map<String, String> values) {
        var differs = !values.equals(fromSecret);
        fromSecret = values;
        if (differs) {
            LOG.info("Secret {}/{} was read: the credential may have changed", namespace, SECRET);
            changed.run();
        }
    }

    private static Map<String, String> decode(Secret secret) {
        var values = new HashMap<String, String>();
        if (secret != null && secret.getData() != null) {
            secret.getData()
                    .forEach(
                            (k, v) ->
                                    values.put(
                                            k, new String(Base64.getDecoder().decode(v), UTF_8)));
        }
        return Map.copyOf(values);
    }

    @Override
    public synchronized void close() {
        closed = true;
        probes.shutdownNow();
        if (informer != null) {
            informer.close();
        }
    }

    private final class Watcher implements ResourceEventHandler<Secret> {
        @Override
        public void onAdd(Secret secret) {
            update(decode(secret));
        }

        @Override
        public void onUpdate(Secret before, Secret secret) {
            update(decode(secret));
        }

        @Override
        public void onDelete(Secret secret, boolean finalStateUnknown) {
            update(Map.of());
        }
    }
}
