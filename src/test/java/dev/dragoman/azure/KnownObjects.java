package dev.dragoman.azure;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A cache that covers everything and has no index.
 *
 * @param objects what it has
 */
public record KnownObjects(Function<ObjectKey, Optional<Map<String, Object>>> objects)
        implements ObjectCache {
    public static KnownObjects none() {
        return new KnownObjects(key -> Optional.empty());
    }

    @Override
    public Optional<Map<String, Object>> get(ObjectKey key) {
        return objects.apply(key);
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
        return Set.of();
    }

    @Override
    public Set<ObjectKey> byIndexBelow(String name, String beginning) {
        return Set.of();
    }

    @Override
    public Optional<Map<String, Object>> shown(ObjectKey key) {
        return Optional.empty();
    }
}
