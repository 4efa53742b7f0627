package dev.dragoman.reconcile.cache;

import dev.dragoman.reconcile.ObjectKey;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * Immutable sets of keys that stay fast for keys of the same hash. The authors of objects choose
 * their names, and may choose thousands of names with the same hash. The JDK's unmodifiable sets
 * then compare each key with all others.
 */
public final class KeySets {
    /** Up to this number of keys, the JDK's unmodifiable set is used, which is smaller. */
    private static final int FEW = 16;

    private KeySets() {}

    /** An immutable copy. */
    public static Set<ObjectKey> of(Collection<ObjectKey> keys) {
        return keys.size() <= FEW
                ? Set.copyOf(keys)
                : Collections.unmodifiableSet(new HashSet<>(keys));
    }
}
