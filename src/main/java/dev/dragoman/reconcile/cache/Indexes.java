package dev.dragoman.reconcile.cache;

import dev.dragoman.reconcile.ObjectKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the keys of objects by a value, for each index that was added. Keeps the values of each
 * object, not the object. Thread-safe.
 */
public final class Indexes {
    private static final Logger LOG = LoggerFactory.getLogger(Indexes.class);

    private final Map<String, Function<Map<String, Object>, Optional<String>>> wanted =
            new ConcurrentHashMap<>();

    /** For each index of ids: turns an id, however it is spelled, into its value in the index. */
    private final Map<String, UnaryOperator<String>> outside = new ConcurrentHashMap<>();

    /** Keys by index and value, each with the number of parts in which the key has the value. */
    private final Map<String, Map<String, Map<ObjectKey, Integer>>> found =
            new ConcurrentHashMap<>();

    /**
     * Adds an index. To be called before the first object arrives.
     *
     * @throws IllegalStateException when an index of this name exists
     */
    public void add(String name, Function<Map<String, Object>, Optional<String>> valueOf) {
        if (wanted.putIfAbsent(name, valueOf) != null) {
            throw new IllegalStateException("index %s exists already".formatted(name));
        }
        found.put(name, new ConcurrentHashMap<>());
    }

    /**
     * Adds an index whose values are ids of the outside world.
     *
     * @param valueOfId turns an id, however it is spelled, into its value in the index
     * @throws IllegalStateException when an index of this name exists
     */
    public void addOfIds(
            String name,
            Function<Map<String, Object>, Optional<String>> valueOf,
            UnaryOperator<String> valueOfId) {
        add(name, valueOf);
        outside.put(name, valueOfId);
    }

    /** The keys that have the id in any index of ids. */
    public Set<ObjectKey> findId(String id) {
        var keys = new HashSet<ObjectKey>();
        outside.forEach((name, valueOfId) -> keys.addAll(find(name, valueOfId.apply(id))));
        return keys;
    }

    /**
     * The keys that have the value now.
     *
     * @throws IllegalArgumentException when there is no such index
     */
    Set<ObjectKey> find(String name, String value) {
        var values = found.get(name);
        if (values == null) {
            throw new IllegalArgumentException("there is no index " + name);
        }
        var keys = values.get(value);
        return keys == null ? Set.of() : KeySets.of(keys.keySet());
    }

    /**
     * The keys whose value begins with this text now. Scans all values: too slow for every
     * reconciliation.
     *
     * @throws IllegalArgumentException when there is no such index
     */
    Set<ObjectKey> findBelow(String name, String beginning) {
        var values = found.get(name);
        if (values == null) {
            throw new IllegalArgumentException("there is no index " + name);
        }
        var keys = new HashSet<ObjectKey>();
        values.forEach(
                (value, holders) -> {
                    if (value.startsWith(beginning)) {
                        keys.addAll(holders.keySet());
                    }
                });
        return keys;
    }

    /**
     * The holders of a value after one more part holds the value for the key. A single holder is in
     * an immutable map, which takes a fifth of the memory: most values have one holder.
     *
     * @param holders null when there are none
     */
    private static Map<ObjectKey, Integer> with(Map<ObjectKey, Integer> holders, ObjectKey key) {
        if (holders == null) {
            return Map.of(key, 1);
        }
        var all = holders.size() == 1 ? new ConcurrentHashMap<>(holders) : holders;
        all.merge(key, 1, Integer::sum);
        return all.size() == 1 ? Map.copyOf(all) : all;
    }

    /**
     * The holders of a value after one part no longer holds the value for the key; null when none
     * is left.
     */
    private static Map<ObjectKey, Integer> without(Map<ObjectKey, Integer> holders, ObjectKey key) {
        var left = holders.size() == 1 ? new HashMap<>(holders) : holders;
        left.computeIfPresent(key, (one, held) -> held == 1 ? null : held - 1);
        return left.isEmpty() ? null : left.size() == 1 ? Map.copyOf(left) : left;
    }

    /** The part that one informer's store maintains. */
    public Part part() {
        return new Part();
    }

    /** Values of the objects of one store. Only that store changes them. */
    public final class Part implements KindStore.Index {
        private final Map<ObjectKey, Map<String, String>> held = new HashMap<>();
        private boolean cleared;

        @Override
        public void put(ObjectKey key, Snapshot whole) {
            if (!wanted.isEmpty()) {
                replace(key, values(key, whole.object()));
            }
        }

        @Override
        public void remove(ObjectKey key) {
            replace(key, Map.of());
        }

        /**
         * Forgets all values and ignores later ones: a store whose informer was closed may still
         * get events.
         */
        public synchronized void clear() {
            List.copyOf(held.keySet()).forEach(key -> replace(key, Map.of()));
            cleared = true;
        }

        private synchronized void replace(ObjectKey key, Map<String, String> now) {
            if (cleared) {
                return;
            }
            var before = held.getOrDefault(key, Map.of());
            if (now.equals(before)) {
                return;
            }
            if (now.isEmpty()) {
                held.remove(key);
            } else {
                held.put(key, now);
            }
            // new values first, so that the index never lacks a key whose value changes
            now.forEach(
                    (index, value) -> {
                        if (!value.equals(before.get(index))) {
                            found.get(index).compute(value, (any, keys) -> with(keys, key));
                        }
                    });
            before.forEach(
                    (index, value) -> {
                        if (!value.equals(now.get(index))) {
                            drop(index, value, key);
                        }
                    });
        }

        private void drop(String index, String value, ObjectKey key) {
            found.get(index).computeIfPresent(value, (any, keys) -> without(keys, key));
        }

        private Map<String, String> values(ObjectKey key, Map<String, Object> object) {
            var values = new LinkedHashMap<String, String>();
            wanted.forEach(
                    (name, valueOf) -> {
                        try {
                            valueOf.apply(object).ifPresent(value -> values.put(name, value));
                        } catch (RuntimeException e) {
                            // a function that fails must not end the informer
                            LOG.warn(
                                    "cannot compute the value of index {} for {}: {}",
                                    name,
                                    key,
                                    e.toString());
                        }
                    });
            return Map.copyOf(values);
        }
    }
}
