package dev.dragoman.cli.cluster;

import static dev.dragoman.kube.object.Json.map;
import static dev.dragoman.kube.object.Json.maps;
import static dev.dragoman.kube.object.Json.text;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.CatalogFiles;
import dev.dragoman.azure.catalog.TransitionalDefinition;
import java.util.Map;

/**
 * A kind of the catalog that is installed in a cluster, with the definition that was read there.
 */
public final class InstalledKind {
    private final AzureKind row;
    private final Map<String, Object> definition;
    private Map<String, Object> schema;

    InstalledKind(AzureKind row, Map<String, Object> definition) {
        this.row = row;
        this.definition = definition;
    }

    public AzureKind row() {
        return row;
    }

    public Map<String, Object> definition() {
        return definition;
    }

    /** The schema of the spec, with the fields of all versions. */
    Map<String, Object> schema() {
        if (schema == null) {
            schema = CatalogFiles.specSchema(row);
        }
        return schema;
    }

    /**
     * Whether the definition is Azure Service Operator's, or the transitional one of {@code
     * take-over}.
     */
    public boolean foreign() {
        return TransitionalDefinition.needed(row, definition);
    }

    public String newest() {
        return row.newest().names().getFirst();
    }

    public String name() {
        return row.plural() + "." + row.group();
    }

    /** The version that the definition stores objects at. */
    public String storedAt() {
        return storedAt(definition, newest());
    }

    /**
     * The version that a definition stores objects at; {@code otherwise} when it stores at none.
     */
    public static String storedAt(Map<String, Object> definition, String otherwise) {
        return maps(map(definition, "spec"), "versions").stream()
                .filter(version -> Boolean.TRUE.equals(version.get("storage")))
                .map(version -> text(version, "name"))
                .findFirst()
                .orElse(otherwise);
    }

    public String collection(String version) {
        return "/apis/%s/%s/%s".formatted(row.group(), version, row.plural());
    }

    public String path(String version, Map<String, Object> object) {
        return "/apis/%s/%s/namespaces/%s/%s/%s"
                .formatted(
                        row.group(),
                        version,
                        text(map(object, "metadata"), "namespace"),
                        row.plural(),
                        text(map(object, "metadata"), "name"));
    }
}
