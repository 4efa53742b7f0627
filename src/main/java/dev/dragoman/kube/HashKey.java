package dev.dragoman.kube;

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
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key under which accepted bodies are hashed, in a Secret of the operator's namespace, so that
 * who reads a status cannot try passwords against the hash. Made once per installation; without it
 * every resource would be sent once more, so whoever deletes it gets it back. Thread-safe.
 */
public final class HashKey implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HashKey.class);

    /** Name of the Secret. */
    public static final String SECRET = "dragoman-status-key";

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
     * @throws KubernetesClientException when the Secret can neither be read nor made; try again
     */
    public synchronized byte[] get() {
        if (known == null) {
            known = readOrCreate();
        }
        return known.clone();
    }

    /**
     * The key, where it was made before; makes none.
     *
     * @throws KubernetesClientException when the Secret cannot be read
     */
    public synchronized Optional<byte[]> present() {
        if (known == null) {
            var present = client.secrets().inNamespace(namespace).withName(SECRET).get();
            known = present == null ? null : key(present);
        }
        return Optional.ofNullable(known).map(byte[]::clone);
    }

    /**
     * Looks again and again whether the Secret is there, and puts the key back where it is not.
     *
     * @param each time between two looks
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

    /** The one that is used now, unless another process has made one meanwhile. */
    private synchronized void putBack() {
        if (known == null) {
            return;
        }
        try {
            var secrets = client.secrets().inNamespace(namespace);
            if (secrets.withName(SECRET).get() == null) {
                known = key(create(secrets, known));
                LOG.warn("Secret {}/{} was deleted; it is there again", namespace, SECRET);
            }
        } catch (KubernetesClientException | IllegalStateException e) {
            // what is known is as good as ever, and the next look comes
            LOG.debug("Secret {}/{} cannot be looked at", namespace, SECRET, e);
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

    /** Makes the Secret; that of another replica, where one was faster. */
    private Secret create(
            NonNamespaceOperation<Secret, SecretList, Resource<Secret>> secrets, byte[] bytes) {
        Secret present;
        var made =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName(SECRET)
                        .withNamespace(namespace)
                        // no object has it: an apply that only creates, and whose creation
                        // RBAC can grant by name
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
                    "Secret %s/%s has no key '%s'; delete it to have it made anew"
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
                    "Secret %s/%s has no usable '%s'; delete it to have it made anew"
                            .formatted(namespace, SECRET, KEY));
        }
        return key;
    }
}
