package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Json;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A resource that exists. Guarded by the lock of {@link Resources}. */
public final class Resource {
    private static final SecureRandom RANDOM = new SecureRandom();

    public final ArmId id;
    final Types.Type type;

    /** The id in lower case, see {@link ArmId#key}. */
    final String key;

    String apiVersion;

    /** Everything except id, name and type: the client's values, defaults and read-only values. */
    public ObjectNode state = Json.object();

    /** Read-only values that were set at creation and never change; null before. */
    ObjectNode made;

    /** The running operation, or null. */
    Operation operation;

    /** The provisioningState that a test wants to be shown, or null. */
    String shown;

    /** The end of the time in which {@link #shown} is shown. */
    Instant shownUntil;

    private final Map<String, String> secrets = new HashMap<>();

    Resource(ArmId id, Types.Type type, String apiVersion) {
        this.id = id;
        this.type = type;
        this.apiVersion = apiVersion;
        this.key = ArmId.key(id.path());
    }

    /** A random key in Base64, which stays the same until it is rotated. */
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

    /** Replaces all keys. Types that show when their keys were made show the present time. */
    public void rotateAll() {
        secrets.clear();
        for (var shows : made == null ? List.of(state) : List.of(state, made)) {
            if (shows.at("/properties/keyCreationTime") instanceof ObjectNode times) {
                var names = new ArrayList<String>();
                times.fieldNames().forEachRemaining(names::add);
                names.forEach(name -> times.put(name, Instant.now().toString()));
            }
        }
    }

    boolean creating() {
        return operation != null && operation.verb == Operation.Verb.CREATE;
    }

    boolean deleting() {
        return operation != null && operation.verb == Operation.Verb.DELETE;
    }
}
