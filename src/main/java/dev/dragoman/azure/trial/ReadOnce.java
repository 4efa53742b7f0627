package dev.dragoman.azure.trial;

import dev.dragoman.azure.check.AutoscaleTargets;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.capability.TeamPlatform;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A cache of what a command has read from a cluster, in place of informers: all objects of the
 * Azure kinds, and metadata of Namespaces and of the Secrets that are the credential of a
 * namespace. Not thread-safe; it must be filled before it is read.
 */
public class ReadOnce implements ObjectCache {
    private final Map<ObjectKey, Map<String, Object>> objects = new HashMap<>();
    private final Map<String, NavigableMap<String, Set<ObjectKey>>> indexes =
            Map.of(
                    RecordedResource.INDEX, new TreeMap<>(),
                    AutoscaleTargets.INDEX, new TreeMap<>(),
                    TeamPlatform.INDEX, new TreeMap<>());

    /**
     * Name of the Secret that is the credential of its namespace. The cache needs only the Secret's
     * metadata.
     */
    public static String namespaceCredential() {
        return AsoNames.NAMESPACE_CREDENTIAL;
    }

    /** Adds an object as it was read from the API server, or as it would be stored there. */
    public void put(ObjectKey key, Map<String, Object> object) {
        objects.put(key, object);
        if (isAzure(key)) {
            RecordedResource.indexed(object).ifPresent(id -> add(RecordedResource.INDEX, id, key));
            AutoscaleTargets.indexed(object)
                    .ifPresent(target -> add(AutoscaleTargets.INDEX, target, key));
            TeamPlatform.indexed(object).ifPresent(kind -> add(TeamPlatform.INDEX, kind, key));
        }
    }

    private void add(String index, String value, ObjectKey key) {
        index(index).computeIfAbsent(value, any -> new HashSet<>()).add(key);
    }

    private static boolean isAzure(ObjectKey key) {
        return !key.group().isEmpty();
    }

    @Override
    public Optional<Map<String, Object>> get(ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    @Override
    public Optional<Map<String, Object>> shown(ObjectKey key) {
        return get(key);
    }

    @Override
    public boolean covers(ObjectKey key) {
        return isAzure(key)
                || "Namespace".equals(key.kind())
                || ("Secret".equals(key.kind()) && key.name().equals(namespaceCredential()));
    }

    @Override
    public boolean whole(ObjectKey key) {
        return isAzure(key);
    }

    @Override
    public Set<ObjectKey> byIndex(String name, String value) {
        return Set.copyOf(index(name).getOrDefault(value, Set.of()));
    }

    @Override
    public Set<ObjectKey> byIndexBelow(String name, String beginning) {
        var keys = new HashSet<ObjectKey>();
        index(name).tailMap(beginning, true).entrySet().stream()
                .takeWhile(each -> each.getKey().startsWith(beginning))
                .forEach(each -> keys.addAll(each.getValue()));
        return keys;
    }

    private NavigableMap<String, Set<ObjectKey>> index(String name) {
        var index = indexes.get(name);
        if (index == null) {
            throw new IllegalArgumentException("there is no index " + name);
        }
        return index;
    }
}
