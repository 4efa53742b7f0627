package dev.dragoman.azure.catalog;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** The catalog's files on the class path: an index, and beside it a row and a schema per kind. */
public final class CatalogFiles {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CatalogFiles() {}

    static List<KindName> index() {
        return RowFormat.readIndex(
                read("index.json", new TypeReference<List<Map<String, Object>>>() {}));
    }

    static AzureKind kind(KindName name) {
        return RowFormat.read(
                read(
                        name.group() + "/" + name.kind() + ".json",
                        new TypeReference<Map<String, Object>>() {}));
    }

    /**
     * OpenAPI schema of a kind's spec, shared by all its versions. It is large and seldom needed,
     * so it is not cached.
     */
    public static Map<String, Object> specSchema(AzureKind kind) {
        return read(
                kind.group() + "/" + kind.kind() + ".schema.json",
                new TypeReference<Map<String, Object>>() {});
    }

    private static <T> T read(String name, TypeReference<T> type) {
        try (var in = CatalogFiles.class.getResourceAsStream("/azure/" + name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "the catalog file /azure/" + name + " is missing from this build");
            }
            return JSON.readValue(in, type);
        } catch (IOException e) {
            throw new UncheckedIOException("the catalog file /azure/" + name + " is damaged", e);
        }
    }
}
