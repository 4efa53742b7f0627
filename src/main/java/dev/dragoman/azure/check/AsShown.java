package dev.dragoman.azure.check;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A view of a cache, for decisions under a lock: it never asks the API server.
 *
 * @param cache the cache behind the view
 */
record AsShown(ObjectCache cache) implements ObjectCache {
    @Override
    public Optional<Map<String, Object>> get(ObjectKey key) {
        return cache.shown(key);
    }

    @Override
    public Optional<Map<String, Object>> shown(ObjectKey key) {
        return cache.shown(key);
    }

    @Override
    public boolean covers(ObjectKey key) {
        return cache.covers(key);
    }

    @Override
    public boolean whole(ObjectKey key) {
        return cache.whole(key);
    }

    @Override
    public Set<ObjectKey> byIndex(String name, String value) {
        return cache.byIndex(name, value);
    }

    @Override
    public Set<ObjectKey> byIndexBelow(String name, String beginning) {
        return cache.byIndexBelow(name, beginning);
    }
}
