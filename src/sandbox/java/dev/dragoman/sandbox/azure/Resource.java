package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** A resource that exists. Guarded by the lock of {@link Resources}. */
final class Resource {
    private static final SecureRandom RANDOM = new SecureRandom();

    final ArmId id;
    final Types.Type type;

    /** As ids are answered; the key is the same in lower case with {@code resourceGroups}. */
    final String key;

    String apiVersion;

    /** Everything but id, name and type: what the client sent, defaults, read-only values. */
    ObjectNode state = Json.object();

    /** Read-only values that were made with the resource and stay. */
    ObjectNode made;

    /** The running operation, or null. */
    Operation operation;

    /** The provisioningState that it shows on purpose, or null. */
    String shown;

    /** Until when. */
    Instant shownUntil;

    private final Map<String, String> secrets = new HashMap<>();

    Resource(ArmId id, Types.Type type, String apiVersion) {
        this.id = id;
        this.type = type;
        this.apiVersion = apiVersion;
        this.key = ArmId.key(id.path());
    }

    /** A random key that stays the same until it is rotated. */
    String secret(String name, int bytes) {
        return secrets.computeIfAbsent(
                name,
                n -> {
                    var random = new byte[bytes];
                    RANDOM.nextBytes(random);
                    return Base64.getEncoder().encodeToString(random);
                });
    }

    void rotate(String name) {
        secrets.remove(name);
    }

    void rotateAll() {
        secrets.clear();
    }

    boolean creating() {
        return operation != null && operation.verb == Operation.Verb.CREATE;
    }

    boolean deleting() {
        return operation != null && operation.verb == Operation.Verb.DELETE;
    }
}
