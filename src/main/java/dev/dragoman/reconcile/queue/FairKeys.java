package dev.dragoman.reconcile.queue;

import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Keys in order of arrival, with fair turns: picks alternate between the next namespace and the
 * next kind. However many keys one namespace has, a key of another namespace waits at most two
 * picks for each waiting namespace. The same holds for kinds. Not thread-safe.
 */
final class FairKeys {
    private final Turns<String> namespaces = new Turns<>(ObjectKey::namespace);
    private final Turns<GroupKind> kinds = new Turns<>(GroupKind::of);
    private boolean kindsNext;
    private int size;

    /** Namespaces or kinds in the order of their turns, each with its keys in order of arrival. */
    private static final class Turns<S> {
        private final Map<S, Set<ObjectKey>> shares = new LinkedHashMap<>();
        private final Function<ObjectKey, S> shareOf;

        Turns(Function<ObjectKey, S> shareOf) {
            this.shareOf = shareOf;
        }

        void add(ObjectKey key) {
            shares.computeIfAbsent(shareOf.apply(key), any -> new LinkedHashSet<>()).add(key);
        }

        boolean remove(ObjectKey key) {
            var share = shareOf.apply(key);
            var keys = shares.get(share);
            boolean was = keys != null && keys.remove(key);
            if (was && keys.isEmpty()) {
                shares.remove(share);
            }
            return was;
        }

        /**
         * The first key of the share whose turn it is; that share moves to the end. Removes no key.
         */
        ObjectKey next() {
            var first = shares.entrySet().iterator().next();
            var share = first.getKey();
            var keys = first.getValue();
            shares.remove(share);
            shares.put(share, keys);
            return keys.iterator().next();
        }
    }

    /** Adds a key that is not in here yet. */
    void add(ObjectKey key) {
        namespaces.add(key);
        kinds.add(key);
        size++;
    }

    void remove(ObjectKey key) {
        if (namespaces.remove(key)) {
            var _ = kinds.remove(key);
            size--;
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /**
     * Removes and returns the next key.
     *
     * @throws java.util.NoSuchElementException when there is none
     */
    ObjectKey take() {
        var key = kindsNext ? kinds.next() : namespaces.next();
        kindsNext = !kindsNext;
        remove(key);
        return key;
    }
}
