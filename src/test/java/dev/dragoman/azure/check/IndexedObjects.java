package dev.dragoman.azure.check;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A cache of objects, with the index of what settings scale. */
final class IndexedObjects implements ObjectCache {
    private final Map<ObjectKey, Map<String, Object>> objects = new HashMap<>();

    void put(ObjectKey key, Map<String, Object> object) {
        objects.put(key, object);
    }

    @Override
    public Optional<Map<String, Object>> get(ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    @Override
    public boolean covers(ObjectKey key) {
        return true;
    }

    @Override
    public boolean whole(ObjectKey key) {
        return true;
    }

    @Override
    public Set<ObjectKey> byIndex(String name, String value) {
        return objects.keySet().stream()
                .filter(
                        each ->
                                AutoscaleTargets.indexed(objects.get(each))
                                        .filter(value::equals)
                                        .isPresent())
                .collect(Collectors.toSet());
    }

    @Override
    public Set<ObjectKey> byIndexBelow(String name, String beginning) {
        return Set.of();
    }
}
