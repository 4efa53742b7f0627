package dev.dragoman.reconcile;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What is kept of one object. Deeply immutable.
 *
 * @param object the object without managedFields; empty where only its changes matter
 * @param seenAt when this state reached us
 * @param digest of all content when only a part is kept, else 0
 */
record Snapshot(
        String uid, String version, Map<String, Object> object, Instant seenAt, int digest) {
    /**
     * Characters. Beyond, an object is read when it is needed: otherwise a hundred of the largest
     * that the API server takes would fill the heap, whoever made them.
     */
    private static final long LARGE = 128 << 10;

    Snapshot(String uid, String version, Map<String, Object> object, Instant seenAt) {
        this(uid, version, object, seenAt, 0);
    }

    /** Everything but managedFields, half of a usual object and of no use here. */
    @SuppressWarnings("unchecked") // JSON has no other keys than strings
    static Snapshot full(GenericKubernetesResource from, KubernetesSerialization json, Instant at) {
        var meta = from.getMetadata();
        meta.setManagedFields(null);
        return new Snapshot(
                text(meta.getUid()),
                text(meta.getResourceVersion()),
                frozen((Map<String, Object>) json.convertValue(from, Map.class)),
                at);
    }

    /** What is to be kept: of a large object the metadata and conditions alone. */
    Snapshot kept() {
        if (weight(object) <= LARGE) {
            return this;
        }
        var part = new LinkedHashMap<String, Object>();
        for (var key : List.of("apiVersion", "kind", "metadata")) {
            part.put(key, object.get(key));
        }
        var conditions = conditions();
        if (conditions != null) {
            part.put("status", Map.of("conditions", conditions));
        }
        // an edit that has the same digest by chance is found by its generation, or at the resync
        int digest = content(object, Set.of("status")).hashCode();
        return new Snapshot(uid, version, frozen(part), seenAt, digest == 0 ? 1 : digest);
    }

    /** Whether the object has more than is kept of it. */
    boolean partial() {
        return digest != 0;
    }

    /** No content: of what is only referred to, metadata is all that is asked for. */
    static Snapshot slim(GenericKubernetesResource from, Instant at) {
        var meta = from.getMetadata();
        return new Snapshot(text(meta.getUid()), text(meta.getResourceVersion()), Map.of(), at);
    }

    /**
     * Whether something differs that a user may edit.
     *
     * @param statusCounts whether status is part of the object, as in kinds without the subresource
     */
    boolean editedSince(Snapshot before, boolean statusCounts) {
        if (object.isEmpty()) {
            return !version.equals(before.version);
        }
        var ignored = statusCounts ? Set.<String>of() : Set.of("status");
        if (digest != before.digest) {
            return true;
        }
        return !uid.equals(before.uid)
                || !content(object, ignored).equals(content(before.object, ignored));
    }

    /** Whether the conditions differ, which those who refer to the object wait for. */
    boolean conditionsDiffer(Snapshot before) {
        return !Objects.equals(conditions(), before.conditions());
    }

    private Object conditions() {
        return object.get("status") instanceof Map<?, ?> status ? status.get("conditions") : null;
    }

    private static Map<String, Object> content(Map<String, Object> object, Set<String> ignored) {
        var content = new LinkedHashMap<>(object);
        content.keySet().removeAll(ignored);
        content.computeIfPresent(
                "metadata",
                (key, value) -> {
                    var metadata = new LinkedHashMap<Object, Object>((Map<?, ?>) value);
                    metadata.remove("resourceVersion");
                    return metadata;
                });
        return content;
    }

    /** Characters of all texts and names in it. */
    private static long weight(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                long sum = 0;
                for (var each : map.entrySet()) {
                    sum += weight(each.getKey()) + weight(each.getValue());
                }
                yield sum;
            }
            case List<?> list -> {
                long sum = 0;
                for (var each : list) {
                    sum += weight(each);
                }
                yield sum;
            }
            case String text -> text.length();
            case null, default -> 8;
        };
    }

    /** A deep copy that nobody can change. */
    static Map<String, Object> frozen(Map<String, Object> map) {
        return FrozenMap.of(map, Snapshot::frozenValue);
    }

    @SuppressWarnings("unchecked") // JSON has no other keys than strings
    private static Object frozenValue(Object value) {
        return switch (value) {
            case Map<?, ?> map -> frozen((Map<String, Object>) map);
            case List<?> list -> {
                var copy = new ArrayList<Object>(list.size());
                list.forEach(each -> copy.add(frozenValue(each)));
                yield Collections.unmodifiableList(copy);
            }
            case String text -> Texts.same(text);
            case null -> null;
            default -> value;
        };
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }
}
