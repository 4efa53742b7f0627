package dev.dragoman.reconcile.cache;

import dev.dragoman.reconcile.watch.WireFormat;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The state of one object that a store keeps. Deeply immutable.
 *
 * @param object the object, with the managedFields that tell which version was applied; empty where
 *     only its changes matter
 * @param seenAt when this state arrived
 * @param rest summary of an object that is kept in part; null when all is kept
 */
public record Snapshot(
        String uid, String version, Map<String, Object> object, Instant seenAt, Rest rest) {
    /**
     * Metadata fields of an object that is kept in part. Their size is bounded, whoever wrote them.
     */
    private static final Set<String> IDENTITY =
            Set.of(
                    "name",
                    "namespace",
                    "uid",
                    "resourceVersion",
                    "generation",
                    "creationTimestamp",
                    "deletionTimestamp");

    /**
     * Maximum number of bytes that a part keeps of annotations, of strings in the status, and of
     * conditions.
     */
    private static final long MOST_OF_A_PART = 4096;

    private static final String SPEC = "f:spec";
    private static final Map<String, Object> OWNS_SPEC = frozen(Map.of(SPEC, Map.of()));

    /**
     * Summary of an object that is kept in part.
     *
     * @param content hash of all that a user may edit, except the status
     * @param ready state of the condition Ready, which may not be kept
     * @param weight bytes that the whole object takes in the heap
     */
    record Rest(int content, int status, int conditions, ReadyCounts.Ready ready, long weight) {}

    public Snapshot(String uid, String version, Map<String, Object> object, Instant seenAt) {
        this(uid, version, object, seenAt, null);
    }

    /**
     * The whole object without most of its managedFields, which are half of a usual object. It
     * keeps the managers that own fields of the spec, or the annotation of client-side apply, with
     * the apiVersion of each. For some objects, only these entries tell which version was applied.
     */
    @SuppressWarnings("unchecked") // JSON has no other keys than strings
    public static Snapshot full(
            GenericKubernetesResource from, KubernetesSerialization json, Instant at) {
        var meta = from.getMetadata();
        var owners =
                Stream.ofNullable(meta.getManagedFields())
                        .flatMap(List::stream)
                        .map(Snapshot::owner)
                        .flatMap(Optional::stream)
                        .toList();
        meta.setManagedFields(null);
        var object = (Map<String, Object>) json.convertValue(from, Map.class);
        if (!owners.isEmpty() && object.get("metadata") instanceof Map<?, ?> metadata) {
            ((Map<String, Object>) metadata).put("managedFields", owners);
        }
        return new Snapshot(
                text(meta.getUid()), text(meta.getResourceVersion()), frozen(object), at);
    }

    /** The identity of an object that cannot be read as {@link #full}. */
    public static Snapshot identity(GenericKubernetesResource from, Instant at) {
        var meta = from.getMetadata();
        var object = new LinkedHashMap<String, Object>(from.getAdditionalProperties());
        object.put("apiVersion", from.getApiVersion());
        object.put("kind", from.getKind());
        var identity = new LinkedHashMap<String, Object>();
        identity.put("name", meta.getName());
        if (meta.getNamespace() != null) {
            identity.put("namespace", meta.getNamespace());
        }
        identity.put("uid", text(meta.getUid()));
        identity.put("resourceVersion", text(meta.getResourceVersion()));
        object.put("metadata", identity);
        return new Snapshot(
                text(meta.getUid()), text(meta.getResourceVersion()), frozen(object), at);
    }

    /** Why the object could not be read whole; else empty. */
    public Optional<String> unreadable() {
        return WireFormat.unreadable(object);
    }

    /**
     * The part of an entry of managedFields that is kept; empty where the entry tells nothing about
     * versions.
     */
    private static Optional<Map<String, Object>> owner(ManagedFieldsEntry entry) {
        var fields = entry.getFieldsV1();
        if (fields == null || !text(entry.getSubresource()).isEmpty()) {
            return Optional.empty();
        }
        var owns = new LinkedHashMap<String, Object>();
        if (fields.getAdditionalProperties().containsKey(SPEC)) {
            owns.putAll(OWNS_SPEC);
        }
        WireFormat.lastApplied(fields).ifPresent(owns::putAll);
        return owns.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        frozen(
                                Map.of(
                                        "manager", text(entry.getManager()),
                                        "apiVersion", text(entry.getApiVersion()),
                                        "time", text(entry.getTime()),
                                        "fieldsV1", owns)));
    }

    /**
     * This snapshot if the object fits into the budget; else a snapshot of a part of bounded size.
     * The part has the object's identity, annotations of operators, and strings and conditions of
     * its status. If this part does not fit either, it has only the identity and the strings.
     */
    Snapshot kept(CacheBudget budget) {
        long weight = weight();
        if (object.isEmpty() || budget.fits(weight)) {
            return this;
        }
        var part = part(true, weight);
        return budget.fits(part.weight()) ? part : part(false, weight);
    }

    private Snapshot part(boolean more, long weight) {
        var part = new LinkedHashMap<String, Object>();
        part.put("apiVersion", object.get("apiVersion"));
        part.put("kind", object.get("kind"));
        if (object.get("metadata") instanceof Map<?, ?> metadata) {
            var identity = new LinkedHashMap<Object, Object>(metadata);
            identity.keySet().retainAll(IDENTITY);
            if (more && metadata.get("annotations") instanceof Map<?, ?> annotations) {
                identity.put("annotations", texts(annotations, Snapshot::noted));
            }
            part.put("metadata", identity);
        }
        if (object.get("status") instanceof Map<?, ?> status) {
            var some = texts(status, any -> true);
            if (more && Weight.of(conditions()) <= MOST_OF_A_PART) {
                some.put("conditions", conditions());
            }
            part.put("status", some);
        }
        return new Snapshot(uid, version, frozen(part), seenAt, rest(weight));
    }

    /** Annotations in which operators of Azure resources note what they have claimed. */
    private static boolean noted(String annotation) {
        return annotation.startsWith("dragoman.dev/")
                || annotation.startsWith("serviceoperator.azure.com/");
    }

    /** The strings in a map, as many as a part keeps. */
    private static Map<Object, Object> texts(Map<?, ?> of, Predicate<String> names) {
        var some = new LinkedHashMap<Object, Object>();
        long room = MOST_OF_A_PART;
        for (var each : of.entrySet()) {
            if (each.getValue() instanceof String text && names.test((String) each.getKey())) {
                room -= Weight.of(each.getKey()) + Weight.of(text);
                if (room < 0) {
                    break;
                }
                some.put(each.getKey(), text);
            }
        }
        return some;
    }

    /** Whether only a part of the object is kept. */
    public boolean partial() {
        return rest != null;
    }

    /** Whether the object is so large that only one such object may be reconciled at a time. */
    public boolean heavy() {
        return partial() && rest.weight() > CacheBudget.LARGE;
    }

    /** Approximate bytes that the kept object takes in the heap. */
    long weight() {
        return Weight.of(object);
    }

    /** A snapshot without content, for an object of which only metadata is requested. */
    public static Snapshot slim(GenericKubernetesResource from, Instant at) {
        var meta = from.getMetadata();
        return new Snapshot(text(meta.getUid()), text(meta.getResourceVersion()), Map.of(), at);
    }

    /**
     * Whether a field that a user may edit differs.
     *
     * @param statusCounts whether the status counts as well, as in kinds without the subresource
     */
    public boolean editedSince(Snapshot before, boolean statusCounts) {
        if (object.isEmpty()) {
            return !version.equals(before.version);
        }
        if (!uid.equals(before.uid)) {
            return true;
        }
        if (partial() || before.partial()) {
            // the resync finds an edit that has the same hash by chance
            var is = rest == null ? rest(0) : rest;
            var was = before.rest == null ? before.rest(0) : before.rest;
            return is.content() != was.content() || (statusCounts && is.status() != was.status());
        }
        var ignored = statusCounts ? Set.<String>of() : Set.of("status");
        return !content(object, ignored).equals(content(before.object, ignored));
    }

    /** Whether the conditions differ. Objects that refer to this object wait for its conditions. */
    public boolean conditionsDiffer(Snapshot before) {
        if (partial() || before.partial()) {
            var is = rest == null ? rest(0) : rest;
            var was = before.rest == null ? before.rest(0) : before.rest;
            return is.conditions() != was.conditions();
        }
        return !Objects.equals(conditions(), before.conditions());
    }

    /** Whether the object has an annotation of operators with another value than before. */
    public boolean hasOther(String annotation, Snapshot before) {
        var value = annotation(annotation);
        return !value.isEmpty() && !value.equals(before.annotation(annotation));
    }

    private String annotation(String key) {
        return object.get("metadata") instanceof Map<?, ?> metadata
                        && metadata.get("annotations") instanceof Map<?, ?> all
                        && all.get(key) instanceof String value
                ? value
                : "";
    }

    /** State of the object's condition Ready. */
    ReadyCounts.Ready ready() {
        return partial() ? rest.ready() : ReadyCounts.Ready.of(conditions());
    }

    private Rest rest(long weight) {
        return new Rest(
                content(object, Set.of("status")).hashCode(),
                Objects.hashCode(object.get("status")),
                Objects.hashCode(conditions()),
                ready(),
                weight);
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

    /** A deep copy that is immutable. */
    public static Map<String, Object> frozen(Map<String, Object> map) {
        return map instanceof FrozenMap ? map : FrozenMap.of(map, Snapshot::frozenValue);
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
