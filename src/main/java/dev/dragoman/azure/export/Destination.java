package dev.dragoman.azure.export;

import java.util.Optional;

/**
 * The Secret or ConfigMap that a value is written to, in the object's namespace.
 *
 * @param field path of the spec field that asks for the value
 * @param kind {@code Secret} or {@code ConfigMap}
 * @param name name of the Secret or ConfigMap
 * @param key key to write; empty when the value is a map with keys of its own
 */
public record Destination(String field, String kind, String name, Optional<String> key) {
    /** Whether the value goes to a Secret. */
    public boolean isSecret() {
        return "Secret".equals(kind);
    }

    /** Kind and name, for messages. */
    String object() {
        return kind + " " + name;
    }
}
