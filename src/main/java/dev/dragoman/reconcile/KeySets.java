package dev.dragoman.reconcile;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * Sets of keys that nobody can change. Who makes objects chooses their names, and may choose
 * thousands with one hash: in the JDK's unmodifiable sets each of them is compared with all others.
 */
public final class KeySets {
    /** With more keys a table is worth its memory. */
    private static final int FEW = 16;

    private KeySets() {}

    /** A copy. */
    public static Set<ObjectKey> of(Collection<ObjectKey> keys) {
        return keys.size() <= FEW
                ? Set.copyOf(keys)
                : Collections.unmodifiableSet(new HashSet<>(keys));
    }
}
