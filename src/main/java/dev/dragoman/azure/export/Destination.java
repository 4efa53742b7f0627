package dev.dragoman.azure.export;

import java.util.Optional;

/**
 * Where something is to be written, in the object's namespace.
 *
 * @param field path of what asks for it
 * @param kind {@code Secret} or {@code ConfigMap}
 * @param name its name
 * @param key key in it; empty when the value says which
 */
public record Destination(String field, String kind, String name, Optional<String> key) {
    /** The object, for messages. */
    String object() {
        return kind + " " + name;
    }
}
