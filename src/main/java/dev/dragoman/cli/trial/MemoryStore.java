package dev.dragoman.cli.trial;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The objects of a cluster in memory, with what the API server would add to them. Numbers its
 * versions and uids, so that a dry run gives the same ones each time. Thread-safe.
 */
final class MemoryStore {
    private final Clock clock;
    private final Map<ObjectKey, Map<String, Object>> objects = new LinkedHashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private long version = 1;
    private long made;
    private boolean fixed;

    MemoryStore(Clock clock) {
        this.clock = clock;
    }

    /**
     * A write.
     *
     * @param before empty for an object that was made
     * @param after empty for an object that is gone
     */
    record Change(
            ObjectKey key,
            Optional<Map<String, Object>> before,
            Optional<Map<String, Object>> after) {}

    /**
     * Adds an object as a cluster has it. From now on writes are answered, and change nothing here.
     */
    synchronized void fix(Map<String, Object> object) {
        fixed = true;
        version++;
        objects.put(Fields.key(object), object);
    }

    /** A number that is another one after each write. */
    synchronized long version() {
        return version;
    }

    /** A copy of the object. */
    synchronized Optional<Map<String, Object>> get(ObjectKey key) {
        return Optional.ofNullable(objects.get(key)).map(Json::copyMap);
    }

    /** The version of an object; an empty text where there is none. */
    synchronized String version(ObjectKey key) {
        return Fields.metadata(objects.getOrDefault(key, Map.of()), "resourceVersion");
    }

    /** Copies of all objects that fit, in the order in which they were made. */
    synchronized List<Map<String, Object>> all(Predicate<ObjectKey> which) {
        return objects.entrySet().stream()
                .filter(each -> which.test(each.getKey()))
                .map(each -> Json.copyMap(each.getValue()))
                .toList();
    }

    synchronized List<ObjectKey> keys() {
        return List.copyOf(objects.keySet());
    }

    /** Takes the writes since the last call. */
    synchronized List<Change> changes() {
        var all = List.copyOf(changes);
        changes.clear();
        return all;
    }

    /**
     * Stores the object under a new version, unless it is as it was. One that is being deleted and
     * has no finalizer goes.
     *
     * @return the object as it is stored, or as it was last
     */
    synchronized Map<String, Object> put(Map<String, Object> object) {
        var now = Json.copyMap(object);
        var key = Fields.key(now);
        var before = Optional.ofNullable(objects.get(key));
        var metadata = complete(now, before);
        if (fixed || (before.isPresent() && Json.same(before.get(), now))) {
            return Json.copyMap(now);
        }
        version++;
        metadata.put("resourceVersion", Long.toString(version));
        if (metadata.containsKey("deletionTimestamp") && finalizers(metadata).isEmpty()) {
            remove(key);
            return Json.copyMap(now);
        }
        objects.put(key, now);
        changes.add(new Change(key, before, Optional.of(now)));
        return Json.copyMap(now);
    }

    @SuppressWarnings("unchecked") // made by Json.copyMap
    private Map<String, Object> complete(
            Map<String, Object> now, Optional<Map<String, Object>> before) {
        var metadata =
                (Map<String, Object>) now.computeIfAbsent("metadata", _ -> new LinkedHashMap<>());
        if (before.isEmpty()) {
            made++;
            metadata.putIfAbsent("uid", "00000000-0000-0000-0000-%012d".formatted(made));
            metadata.putIfAbsent("creationTimestamp", now().toString());
            metadata.putIfAbsent("generation", 1L);
            return metadata;
        }
        var was = Json.map(before.get(), "metadata");
        for (var field : List.of("uid", "creationTimestamp", "generation", "resourceVersion")) {
            metadata.put(field, was.get(field));
        }
        boolean edited = !Json.same(spec(before.get()), spec(now));
        boolean deleted =
                metadata.containsKey("deletionTimestamp") && !was.containsKey("deletionTimestamp");
        if (edited || deleted) {
            metadata.put("generation", Fields.generation(before.get()) + 1);
        }
        return metadata;
    }

    /** The time of day, in seconds, as the API server writes it. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }

    private static Map<String, Object> spec(Map<String, Object> object) {
        var rest = new LinkedHashMap<>(object);
        rest.remove("metadata");
        rest.remove("status");
        return rest;
    }

    private static List<String> finalizers(Map<String, Object> metadata) {
        return Json.texts(metadata.get("finalizers"));
    }

    /**
     * Deletes the object as the API server does: one with a finalizer is marked, another one goes,
     * and with it what it owns.
     */
    synchronized void delete(ObjectKey key) {
        var object = objects.get(key);
        if (object == null || Fields.deleting(object)) {
            return;
        }
        var now = Json.copyMap(object);
        Json.map(now, "metadata").put("deletionTimestamp", now().toString());
        var _ = put(now);
    }

    private void remove(ObjectKey key) {
        var gone = objects.remove(key);
        if (gone == null) {
            return;
        }
        changes.add(new Change(key, Optional.of(gone), Optional.empty()));
        var uid = Fields.metadata(gone, "uid");
        for (var each : keys()) {
            var owners = Fields.owners(objects.getOrDefault(each, Map.of()));
            if (owners.stream().anyMatch(owner -> uid.equals(owner.get("uid")))
                    && owners.stream().noneMatch(owner -> isThere(owner.get("uid")))) {
                delete(each);
            }
        }
        if (key.kind().equals("Namespace") && key.group().isEmpty()) {
            keys().stream()
                    .filter(each -> each.namespace().equals(key.name()))
                    .forEach(this::delete);
        }
    }

    private boolean isThere(Object uid) {
        return objects.values().stream().anyMatch(each -> Fields.metadata(each, "uid").equals(uid));
    }
}
