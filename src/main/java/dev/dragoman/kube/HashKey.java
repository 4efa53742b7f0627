package dev.dragoman.kube;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * The key under which accepted bodies are hashed, in a Secret of the operator's namespace, so that
 * who reads a status cannot try passwords against the hash. Made once per installation; without it
 * every resource would be sent once more. Thread-safe.
 */
public final class HashKey {
    /** Name of the Secret. */
    public static final String SECRET = "dragoman-status-key";

    private static final String KEY = "key";

    private final KubernetesClient client;
    private final String namespace;
    private byte[] known;

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

    private byte[] readOrCreate() {
        var secrets = client.secrets().inNamespace(namespace);
        var present = secrets.withName(SECRET).get();
        if (present == null) {
            var bytes = new byte[32];
            new SecureRandom().nextBytes(bytes);
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
        }
        return key(present);
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
