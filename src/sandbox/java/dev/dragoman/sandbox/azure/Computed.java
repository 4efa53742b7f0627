package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.sandbox.azure.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * Values that Azure computes, for types without a row in {@code behaviour.json}: a system-assigned
 * identity, and the values that the catalog exports from answers. The values are invented, but
 * always the same for the same resource.
 */
final class Computed {
    private Computed() {}

    /** The ids of the system-assigned identity, if the resource asks for one. */
    static ObjectNode identity(Resource resource) {
        var out = Json.object();
        if (resource.state.at("/identity/type").asText().contains("SystemAssigned")) {
            out.putObject("identity")
                    .put("principalId", uuid(resource, "principal"))
                    .put("tenantId", uuid(resource, "tenant"));
        }
        return out;
    }

    static ObjectNode exported(Resource resource) {
        var out = Json.object();
        resource.type.kinds().stream()
                .map(AzureKind::exports)
                .flatMap(List::stream)
                .flatMap(export -> export.statusPath().stream())
                .filter(path -> path.startsWith("properties.") && !path.contains("["))
                .forEach(path -> put(out, path, resource.id.name() + "." + path));
        return out;
    }

    private static void put(ObjectNode root, String path, String value) {
        var names = path.split("\\.", -1);
        var at = root;
        for (int i = 0; i < names.length - 1; i++) {
            if (names[i + 1].matches("\\d+") || (at.has(names[i]) && !at.get(names[i]).isObject())) {
                return;
            }
            at = at.withObject("/" + names[i]);
        }
        at.put(names[names.length - 1], value);
    }

    private static String uuid(Resource resource, String what) {
        var text = resource.id.path() + what;
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
