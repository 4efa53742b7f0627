package dev.dragoman.azure.trial;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.claim.RecordedResource;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Objects from files. Every other object of an Azure kind is assumed to exist and to be Ready, so
 * that a trial of one object needs no files for its owners. Thread-safe.
 *
 * @param files finds an object of the files
 * @param subscription subscription of resources without an owner
 */
public record AssumedObjects(
        Function<ObjectKey, Optional<Map<String, Object>>> files,
        Catalog catalog,
        String subscription) {
    /** Subscription of assumed resources. */
    public static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";

    private static final String ASSUMED = "assumed";

    /** The object as it is, or as it is assumed to be; empty for one that is neither. */
    public Optional<Map<String, Object>> get(ObjectKey key) {
        if (!catalog.has(key.group(), key.kind())) {
            return files.apply(key);
        }
        var written = files.apply(key).orElse(Map.of());
        var row = catalog.row(key.group(), key.kind(), written).orElseThrow();
        return Optional.of(
                RecordedResource.shown(written).isPresent() ? written : ready(key, row, written));
    }

    private Map<String, Object> ready(ObjectKey key, AzureKind kind, Map<String, Object> written) {
        var metadata = new HashMap<>(Fields.map(written, "metadata"));
        metadata.put("name", key.name());
        metadata.put("namespace", key.namespace());
        metadata.putIfAbsent("uid", ASSUMED);
        var object = new LinkedHashMap<>(written);
        object.putIfAbsent("apiVersion", key.group() + "/" + kind.newest().names().getFirst());
        object.put("kind", key.kind());
        object.put("metadata", metadata);
        object.put(
                "status",
                Map.of(
                        "id",
                        id(key, kind, Fields.spec(written)),
                        "conditions",
                        List.of(
                                Map.of(
                                        "type", "Ready",
                                        "status", "True",
                                        "observedGeneration", Fields.generation(written)))));
        return object;
    }

    private String id(ObjectKey key, AzureKind kind, Map<String, Object> spec) {
        var name =
                kind.fixedName()
                        .orElse(
                                spec.get("azureName") instanceof String written
                                        ? written
                                        : key.name());
        var type = kind.armType().split("/", -1);
        var groups = "/subscriptions/%s/resourceGroups/".formatted(subscription);
        if (kind.scope() == AzureKind.Scope.LOCATION) {
            return groups + name;
        }
        if (kind.scope() == AzureKind.Scope.TENANT) {
            return provided(type, name);
        }
        if (kind.scope() == AzureKind.Scope.SUBSCRIPTION) {
            return "/subscriptions/%s%s".formatted(subscription, provided(type, name));
        }
        var parent = parent(key, kind, spec);
        if (parent.isEmpty()) {
            return groups + ASSUMED + provided(type, name);
        }
        return kind.parentType().isPresent()
                ? "%s/%s/%s".formatted(parent.get(), type[type.length - 1], name)
                : parent.get() + provided(type, name);
    }

    /** ARM id of the owner that the spec names; empty if the spec names no owner. */
    private Optional<String> parent(ObjectKey key, AzureKind kind, Map<String, Object> spec) {
        return kind.owner()
                .filter(any -> Fields.map(spec, "owner").get("name") instanceof String)
                .flatMap(
                        owner ->
                                get(
                                        new ObjectKey(
                                                owner.group(),
                                                owner.kind(),
                                                key.namespace(),
                                                String.valueOf(
                                                        Fields.map(spec, "owner").get("name")))))
                .flatMap(RecordedResource::shown);
    }

    private static String provided(String[] type, String name) {
        var id = new StringBuilder("/providers/").append(type[0]);
        for (int i = 1; i < type.length; i++) {
            id.append('/')
                    .append(type[i])
                    .append('/')
                    .append(i == type.length - 1 ? name : ASSUMED);
        }
        return id.toString();
    }
}
