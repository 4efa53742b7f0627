package dev.dragoman.kube;

import dev.dragoman.kube.object.ReservedSecrets;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.SecretList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key with which accepted request bodies are hashed. It is kept in a Secret of the operator's
 * namespace, so that a reader of a status cannot try passwords against the hash. It is created once
 * per installation. With another key every resource would be sent to Azure once more, so a deleted
 * Secret is created again with the same key. Thread-safe.
 */
public final class HashKey implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HashKey.class);

    /** Name of the Secret. */
    public static final String SECRET = ReservedSecrets.STATUS_KEY;

    private static final String KEY = "key";

    private final KubernetesClient client;
    private final String namespace;
    private byte[] known;
    private ScheduledExecutorService timer;

    public HashKey(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /**
     * The key.
     *
     * @throws KubernetesClientException when the Secret can neither be read nor created; try again
     * @throws IllegalStateException when the Secret has no usable key
     */
    public synchronized byte[] get() {
        if (known == null) {
            known = readOrCreate();
        }
        return known.clone();
    }

    /**
     * Checks regularly whether the Secret exists, and creates a deleted Secret again with the same
     * key.
     *
     * @param each time between two checks
     */
    public synchronized HashKey kept(Duration each) {
        if (timer == null) {
            timer =
                    Executors.newSingleThreadScheduledExecutor(
                            Thread.ofPlatform().daemon().name("hash-key").factory());
            var _ =
                    timer.scheduleWithFixedDelay(
                            this::putBack, each.toMillis(), each.toMillis(), TimeUnit.MILLISECONDS);
        }
        return this;
    }

    /**
     * Creates a deleted Secret again. If another process was faster, uses that process's key from
     * now on.
     */
    private synchronized void putBack() {
        if (known == null) {
            return;
        }
        try {
            var secrets = client.secrets().inNamespace(namespace);
            if (secrets.withName(SECRET).get() == null) {
                known = key(create(secrets, known));
                LOG.warn("Secret {}/{} was deleted and has been created again", namespace, SECRET);
            }
        } catch (KubernetesClientException | IllegalStateException e) {
            // the known key is still used, and the next check tries again
            LOG.debug("Secret {}/{} cannot be read or created", namespace, SECRET, e);
        }
    }

    @Override
    public synchronized void close() {
        if (timer != null) {
            timer.shutdownNow();
            timer = null;
        }
    }

    private byte[] readOrCreate() {
        var secrets = client.secrets().inNamespace(namespace);
        var present = secrets.withName(SECRET).get();
        if (present == null) {
            var bytes = new byte[32];
            new SecureRandom().nextBytes(bytes);
            present = create(secrets, bytes);
        }
        return key(present);
    }

    /** Creates the Secret. If another replica was faster, returns that replica's Secret. */
    private Secret create(
            NonNamespaceOperation<Secret, SecretList, Resource<Secret>> secrets, byte[] bytes) {
        Secret present;
        var made =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName(SECRET)
                        .withNamespace(namespace)
                        // no object has this version, so the apply can only create. RBAC can grant
                        // an apply for one name, but not a POST
                        .withResourceVersion("1")
                        .endMetadata()
                        .withType("Opaque")
                        .withData(Map.of(KEY, Base64.getEncoder().encodeToString(bytes)))
                        .build();
        try {
            present = secrets.resource(made).fieldManager("dragoman").serverSideApply();
        } catch (KubernetesClientException e) {
            if (e.getCode() != 409) {
                throw e;
            }
            // another replica was faster
            present = secrets.withName(SECRET).get();
        }
        return present;
    }

    private byte[] key(Secret present) {
        var value = present == null ? null : present.getData().get(KEY);
        if (value == null) {
            throw new IllegalStateException(
                    "Secret %s/%s has no key '%s'; delete the Secret to have it created again"
                            .formatted(namespace, SECRET, KEY));
        }
        byte[] key;
        try {
            key = Base64.getDecoder().decode(value);
        } catch (IllegalArgumentException notBase64) {
            key = new byte[0];
        }
        if (key.length < 16) {
            throw new IllegalStateException(
                    "Secret %s/%s has no usable value for the key '%s'; delete the Secret to have it created again"
                            .formatted(namespace, SECRET, KEY));
        }
        return key;
    }
}
