package dev.dragoman.reconcile.watch;

import dev.dragoman.reconcile.ObjectKey;
import java.util.function.Consumer;

/**
 * A watch that the engine opens when it starts and keeps open, whether or not a dependant needs one
 * of its objects. Immutable.
 *
 * @param group API group, empty for the core group
 * @param kind the kind to watch
 * @param namespace the only namespace to watch, or empty for all
 * @param name the only name to watch, or empty for all
 * @param content how much of each object is requested and kept
 * @param changed called with each object that appears, changes or vanishes, and with those of the
 *     first list. Runs on the thread of the watch, after the cache shows the change. Must not
 *     block.
 */
public record KeptWatch(
        String group,
        String kind,
        String namespace,
        String name,
        Content content,
        Consumer<ObjectKey> changed) {
    /** How much of an object is requested and kept. */
    public enum Content {
        /**
         * {@code apiVersion}, {@code kind} and {@code metadata} without managedFields: the content
         * of a Secret never reaches this process.
         */
        METADATA,
        /** The whole object, except the fields that the engine drops from every object. */
        WHOLE
    }

    /** Whether this watch sees the key. */
    boolean sees(ObjectKey key) {
        return key.group().equals(group)
                && key.kind().equals(kind)
                && (namespace.isEmpty() || namespace.equals(key.namespace()))
                && (name.isEmpty() || name.equals(key.name()));
    }
}
