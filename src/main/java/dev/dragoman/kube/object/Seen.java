package dev.dragoman.kube.object;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Map;
import java.util.Optional;

/**
 * Objects that a reconciliation has read and is about to write, so that the writer need not read
 * them again. A write is refused if the object has changed since. {@code toString} shows only keys,
 * as the objects may be Secrets. Immutable.
 *
 * @param objects as the API server answered, with managedFields; must not be changed any more. An
 *     empty value means that the object did not exist
 */
public record Seen(Map<ObjectKey, Optional<Map<String, Object>>> objects) {
    /** Nothing was read. */
    public static final Seen NOTHING = new Seen(Map.of());

    public Seen {
        objects = Map.copyOf(objects);
    }

    /** One object; empty when it did not exist. */
    public static Seen of(ObjectKey key, Optional<Map<String, Object>> object) {
        return new Seen(Map.of(key, object));
    }

    @Override
    public String toString() {
        return "Seen" + objects.keySet().stream().sorted().toList();
    }
}
