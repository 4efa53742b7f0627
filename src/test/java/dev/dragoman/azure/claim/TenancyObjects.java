package dev.dragoman.azure.claim;

import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Objects by key; the uid is {@code NAMESPACE/NAME}. */
final class TenancyObjects implements ObjectCache {
    /** That of namespaces without one of their own. */
    static final UUID OPERATOR = UUID.fromString("99999999-9999-9999-9999-999999999999");

    /** The identities that namespaces prove by what they alone have. */
    final Map<String, UUID> identities = new HashMap<>();

    /** Namespaces that name a credential, whatever comes of it. */
    final Set<String> naming = new HashSet<>();

    final Map<ObjectKey, Map<String, Object>> all = new LinkedHashMap<>();
    final Map<ObjectKey, String> names = new HashMap<>();

    /** Objects whose names nobody may look for. */
    final Set<ObjectKey> unnameable = new HashSet<>();

    ObjectKey add(
            String namespace,
            String name,
            int created,
            Map<String, Object> annotations,
            String status) {
        var key = new ObjectKey("storage.azure.com", "StorageAccount", namespace, name);
        var metadata =
                Map.of(
                        "namespace", namespace,
                        "name", name,
                        "uid", namespace + "/" + name,
                        "creationTimestamp", "2026-01-0" + created + "T00:00:00Z",
                        "annotations", annotations);
        all.put(
                key,
                status.isEmpty()
                        ? Map.of("metadata", metadata)
                        : Map.of("metadata", metadata, "status", Map.of("id", status)));
        return key;
    }

    Optional<String> named(ObjectKey key, Map<String, Object> object) {
        if (unnameable.contains(key)) {
            throw new AssertionError("looked for the name of " + key);
        }
        return Optional.ofNullable(names.get(key));
    }

    void state(ObjectKey key, Map<String, Object> state) {
        var object = new HashMap<>(all.get(key));
        object.put("status", Map.of("dragoman", state));
        all.put(key, object);
    }

    void annotate(ObjectKey key, String namespaces) {
        var object = new HashMap<>(all.get(key));
        object.put("metadata", Map.of("annotations", Map.of(AsoNames.ALLOW_CHILDREN, namespaces)));
        all.put(key, object);
    }

    void annotateNamespace(String name, String namespaces) {
        all.put(
                new ObjectKey("", "Namespace", "", name),
                Map.of(
                        "metadata",
                        Map.of("annotations", Map.of(AsoNames.ALLOW_CHILDREN, namespaces))));
    }

    @Override
    public Optional<Map<String, Object>> get(ObjectKey key) {
        return Optional.ofNullable(all.get(key));
    }

    @Override
    public boolean covers(ObjectKey key) {
        return true;
    }

    @Override
    public Optional<Map<String, Object>> shown(ObjectKey key) {
        return get(key);
    }

    @Override
    public boolean whole(ObjectKey key) {
        return true;
    }

    @Override
    public Set<ObjectKey> byIndex(String name, String value) {
        return indexed(value::equals);
    }

    @Override
    public Set<ObjectKey> byIndexBelow(String name, String beginning) {
        return indexed(id -> id.startsWith(beginning));
    }

    private Set<ObjectKey> indexed(Predicate<String> which) {
        return all.entrySet().stream()
                .filter(e -> RecordedResource.indexed(e.getValue()).filter(which).isPresent())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** What the objects are around one of them. */
    private record Around(Set<ObjectKey> asked, ObjectCache objects) implements Tenancy.Around {
        @Override
        public Optional<Map<String, Object>> anywhere(ObjectKey key) {
            asked.add(key);
            return objects.get(key);
        }

        @Override
        public Optional<Map<String, Object>> namespace(String name) {
            return anywhere(new ObjectKey("", "Namespace", "", name));
        }
    }

    Tenancy.Asker asker(ObjectKey key) {
        return new Tenancy.Asker(key, all.get(key), new Around(new HashSet<>(), this), acting(key));
    }

    ActingIdentity acting(ObjectKey key) {
        var namespace = key.namespace();
        return identities.containsKey(namespace) || naming.contains(namespace)
                ? ActingIdentity.named(Optional.ofNullable(identities.get(namespace)))
                : ActingIdentity.SHARED;
    }

    /** As {@code ObjectCredential.whose}. */
    Optional<UUID> whose(Map<String, Object> object) {
        var namespace = Fields.metadata(object, "namespace");
        return RecordedResource.identity(object)
                .or(
                        () ->
                                identities.containsKey(namespace) || naming.contains(namespace)
                                        ? Optional.empty()
                                        : Optional.of(OPERATOR));
    }

    /** What the status of the object remembers beside its decisions. */
    void remembers(ObjectKey key, String field, Object value) {
        var object = new HashMap<>(all.get(key));
        var status = new HashMap<>(Fields.map(object, "status"));
        var own = new HashMap<>(Fields.map(object, "status", "dragoman"));
        own.put(field, value);
        status.put("dragoman", own);
        object.put("status", status);
        all.put(key, object);
    }

    /** What Ready says of it. */
    void refused(ObjectKey key, String reason) {
        var object = new HashMap<>(all.get(key));
        var status = new HashMap<>(Fields.map(object, "status"));
        status.put(
                "conditions",
                List.of(
                        Map.of(
                                "type", "Ready",
                                "status", "False",
                                "severity", "Warning",
                                "reason", reason)));
        object.put("status", status);
        all.put(key, object);
    }
}
