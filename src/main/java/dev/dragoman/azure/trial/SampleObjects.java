package dev.dragoman.azure.trial;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Catalog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes small objects of Azure kinds, on which the steps of teams are tried. Pure. */
public final class SampleObjects {
    /**
     * Kinds that always have a sample: one in a subscription, one with tags and a location, one
     * below another resource.
     */
    private static final Set<String> ALWAYS =
            Set.of(
                    "ResourceGroup.resources.azure.com",
                    "StorageAccount.storage.azure.com",
                    "StorageAccountsBlobService.storage.azure.com");

    private static final Pattern WORD = Pattern.compile("[A-Z][A-Za-z0-9]+");

    private SampleObjects() {}

    /**
     * An object of each kind in {@link #ALWAYS}, and of each kind that the texts name.
     *
     * @param texts contents of files
     */
    public static List<Map<String, Object>> of(Catalog catalog, String texts) {
        var named = WORD.matcher(texts).results().map(each -> each.group()).toList();
        return catalog.names().stream()
                .filter(each -> ALWAYS.contains(each.id()) || named.contains(each.kind()))
                .map(each -> catalog.find(each.group(), each.kind()).orElseThrow())
                .filter(AzureKind::inArm)
                .map(SampleObjects::object)
                .toList();
    }

    private static Map<String, Object> object(AzureKind kind) {
        var spec = new LinkedHashMap<String, Object>();
        for (var field : kind.newest().body()) {
            switch (field.arm()) {
                case "location" -> spec.put("location", "westeurope");
                case "tags" -> spec.put("tags", Map.of("sample", "true"));
                default -> {
                    // steps must not rely on any other field
                }
            }
        }
        if (kind.isOpen()) {
            spec.put("type", "Sample.Provider/samples");
            spec.put("apiVersion", "2020-01-01");
            spec.put("body", Map.of("location", "westeurope"));
        }
        owner(kind, spec);
        // steps may expect a Secret and a ConfigMap with a key
        var export = List.of(export(kind.kind().toLowerCase(Locale.ROOT)));
        spec.put(
                "operatorSpec",
                Map.of("secretExpressions", export, "configMapExpressions", export));
        return Map.of(
                "apiVersion",
                kind.group() + "/" + kind.newest().names().getFirst(),
                "kind",
                kind.kind(),
                "metadata",
                Map.of("name", "sample", "namespace", "sample"),
                "spec",
                spec);
    }

    private static Map<String, Object> export(String name) {
        return Map.of("name", name, "key", "key", "value", "'value of a sample'");
    }

    private static void owner(AzureKind kind, Map<String, Object> spec) {
        var owner = new LinkedHashMap<String, Object>(Map.of("name", "sample"));
        if (kind.scope() == AzureKind.Scope.EXTENSION) {
            owner.put("group", "resources.azure.com");
            owner.put("kind", "ResourceGroup");
        }
        if (kind.scope() == AzureKind.Scope.EXTENSION
                || kind.scope() == AzureKind.Scope.RESOURCE_GROUP) {
            spec.put("owner", owner);
        }
    }
}
