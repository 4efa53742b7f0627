package dev.dragoman.kube;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Map;
import java.util.Optional;

/**
 * What a reconciliation has read of objects that it is about to write. Who writes them need not
 * read them again: a write counts for the state that was read, and is refused where there is
 * another by then. Shows keys only, as the objects may be Secrets. Immutable.
 *
 * @param objects as the API server has answered, with their managedFields; must not be changed any
 *     more. Empty for one that was not there
 */
public record Seen(Map<ObjectKey, Optional<Map<String, Object>>> objects) {
    /** Nothing was read. */
    public static final Seen NOTHING = new Seen(Map.of());

    public Seen {
        objects = Map.copyOf(objects);
    }

    /** One object, or that it was not there. */
    public static Seen of(ObjectKey key, Optional<Map<String, Object>> object) {
        return new Seen(Map.of(key, object));
    }

    @Override
    public String toString() {
        return "Seen" + objects.keySet().stream().sorted().toList();
    }
}
