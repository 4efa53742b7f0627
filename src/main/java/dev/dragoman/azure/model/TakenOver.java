package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AppliedVersionPolicy;
import dev.dragoman.azure.catalog.AzureKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Converts an object that Azure Service Operator stored into the form that Dragoman stores
 * (docs/decisions/2026-11-taking-over-stored-objects.md). Pure.
 */
public final class TakenOver {
    /** Field manager of the command that rewrites objects. */
    public static final String MANAGER = "dragoman-take-over";

    /**
     * Field of the spec in which Azure Service Operator stores the version that the user applied.
     */
    public static final String ORIGINAL = "originalVersion";

    private static final String PREFIX = "serviceoperator.azure.com/";

    /**
     * Annotation that names the operator of the object. It is kept if Dragoman has already claimed
     * the object.
     */
    private static final String OPERATOR = PREFIX + "operator-namespace";

    private static final String CLAIMED = "dragoman.dev/claimed-by";

    /** Annotations that only Azure Service Operator can read; they are removed. */
    private static final List<String> THEIRS =
            List.of(
                    PREFIX + "poller-resume-token",
                    PREFIX + "poller-resume-id",
                    PREFIX + "bi-poller-resume-token");

    private TakenOver() {}

    /**
     * The converted object.
     *
     * @param object the object to write, with the resourceVersion that was read
     * @param version version in which the object must be written: the one that the user applied
     * @param problems why the object must not be written, one sentence for each problem
     */
    public record Form(Map<String, Object> object, String version, List<String> problems) {
        /** Copies the problems. */
        public Form {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Moves fields out of property bags, annotates the applied version, and sets owner references
     * to versions that stay served. An object that has this form already does not change.
     *
     * @param object as the API server returns it while nothing is pruned
     * @param schema schema of the spec, with the fields of all versions
     * @param longest maps the kind and the present apiVersion of an owner to an apiVersion that
     *     stays served
     */
    public static Form of(
            Map<String, Object> object,
            AzureKind kind,
            Map<String, Object> schema,
            BiFunction<String, String, String> longest) {
        var spec = new LinkedHashMap<>(Values.object(object.get("spec")));
        var original = Values.text(spec.remove(ORIGINAL)).filter(v -> !v.isEmpty());
        var unfolded = PropertyBags.unfold(spec, schema);
        var problems = new ArrayList<>(unfolded.problems());
        original.filter(v -> kind.version(v).isEmpty())
                .ifPresent(
                        v ->
                                problems.add(
                                        "the object was applied as version %s, which Dragoman does not serve: requests to Azure would use another API version"
                                                .formatted(v)));
        var metadata = new LinkedHashMap<>(Values.object(object.get("metadata")));
        var annotations = new LinkedHashMap<>(Values.object(metadata.get("annotations")));
        annotations.keySet().removeAll(THEIRS);
        if (!annotations.containsKey(CLAIMED)) {
            annotations.remove(OPERATOR);
        }
        original.ifPresent(v -> annotations.put(AppliedVersionPolicy.ANNOTATION, v));
        if (!annotations.isEmpty() || metadata.containsKey("annotations")) {
            metadata.put("annotations", annotations);
        }
        if (metadata.containsKey("ownerReferences")) {
            metadata.put("ownerReferences", owners(metadata, longest));
        }
        var version = original.orElse(kind.newest().names().getFirst());
        var out = new LinkedHashMap<>(object);
        out.put("apiVersion", kind.group() + "/" + version);
        out.put("metadata", metadata);
        out.put("spec", unfolded.value());
        return new Form(out, version, problems);
    }

    /** The owner references of metadata, each at a version that stays served. */
    public static List<Map<String, Object>> owners(
            Map<String, Object> metadata, BiFunction<String, String, String> longest) {
        var out = new ArrayList<Map<String, Object>>();
        for (var each : Values.list(metadata.get("ownerReferences"))) {
            var owner = new LinkedHashMap<>(Values.object(each));
            owner.computeIfPresent(
                    "apiVersion",
                    (_, now) ->
                            longest.apply(String.valueOf(owner.get("kind")), String.valueOf(now)));
            out.add(owner);
        }
        return out;
    }

    /**
     * The managed fields as they would be if the object had never been rewritten. Versions that are
     * no longer served are replaced, because every apply fails while an entry names such a version.
     * Fields that {@link #MANAGER} moved are given to the manager that applied the spec.
     *
     * @param object the object after it was rewritten
     */
    public static List<Map<String, Object>> managedFields(
            Map<String, Object> object, AzureKind kind) {
        var entries = new LinkedHashMap<List<String>, Map<String, Object>>();
        var ours = new ArrayList<Map<String, Object>>();
        for (var each : Values.list(Values.at(object, "metadata", "managedFields"))) {
            var entry = served(Values.object(each), kind);
            if (MANAGER.equals(entry.get("manager"))) {
                ours.add(Values.object(Values.object(entry.get("fieldsV1")).get("f:spec")));
            } else if (!Values.object(entry.get("fieldsV1")).isEmpty()) {
                entries.merge(key(entry), entry, (one, other) -> with(one, fields(other)));
            }
        }
        var applied =
                Values.text(
                        Values.at(
                                object,
                                "metadata",
                                "annotations",
                                AppliedVersionPolicy.ANNOTATION));
        user(entries.values(), kind, applied)
                .ifPresent(
                        user ->
                                ours.forEach(
                                        f ->
                                                entries.put(
                                                        key(user),
                                                        with(
                                                                entries.get(key(user)),
                                                                Map.of("f:spec", f)))));
        return List.copyOf(entries.values());
    }

    private static Map<String, Object> served(Map<String, Object> entry, AzureKind kind) {
        var out = new LinkedHashMap<>(entry);
        var apiVersion = String.valueOf(entry.get("apiVersion"));
        if (kind.version(apiVersion.substring(apiVersion.indexOf('/') + 1)).isEmpty()) {
            out.put("apiVersion", kind.group() + "/" + kind.newest().names().getFirst());
        }
        out.put("fieldsV1", kept(fields(entry)));
        return out;
    }

    /** The field set without fields that were removed from the object. */
    private static Map<String, Object> kept(Map<String, Object> fields) {
        var out = new LinkedHashMap<String, Object>();
        fields.forEach(
                (name, of) -> {
                    var inner = Values.object(of);
                    var left = kept(inner);
                    boolean gone =
                            name.equals("f:" + ORIGINAL)
                                    || name.equals("f:" + PropertyBags.FIELD)
                                    || THEIRS.stream().anyMatch(a -> name.equals("f:" + a))
                                    || (!inner.isEmpty() && left.isEmpty());
                    if (!gone) {
                        out.put(name, left);
                    }
                });
        return out;
    }

    private static List<String> key(Map<String, Object> entry) {
        return List.of(
                String.valueOf(entry.get("manager")),
                String.valueOf(entry.get("operation")),
                String.valueOf(entry.get("apiVersion")),
                String.valueOf(entry.getOrDefault("subresource", "")));
    }

    private static Map<String, Object> fields(Map<String, Object> entry) {
        return Values.object(entry.get("fieldsV1"));
    }

    private static Map<String, Object> with(Map<String, Object> entry, Map<String, Object> fields) {
        var out = new LinkedHashMap<>(entry);
        out.put("fieldsV1", union(fields(entry), fields));
        return out;
    }

    private static Map<String, Object> union(Map<String, Object> one, Map<String, Object> other) {
        var out = new LinkedHashMap<>(one);
        other.forEach(
                (name, of) ->
                        out.merge(name, of, (a, b) -> union(Values.object(a), Values.object(b))));
        return out;
    }

    private static Optional<Map<String, Object>> user(
            Iterable<Map<String, Object>> entries, AzureKind kind, Optional<String> applied) {
        var out = new ArrayList<Map<String, Object>>();
        for (var entry : entries) {
            if (fields(entry).containsKey("f:spec") && !entry.containsKey("subresource")) {
                out.add(entry);
            }
        }
        var version = applied.map(v -> kind.group() + "/" + v).orElse("");
        return out.stream()
                .max(
                        Comparator.<Map<String, Object>, Boolean>comparing(
                                        e -> version.equals(e.get("apiVersion")))
                                .thenComparing(e -> String.valueOf(e.get("time"))));
    }
}
