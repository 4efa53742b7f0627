package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.dragoman.sandbox.azure.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Some of Azure's built-in roles, from Azure's documentation: the rows of {@code roles.json}. They
 * have the same ids in every subscription.
 */
final class BuiltInRoles {
    /** Path of the list of built-in roles. */
    static final String PATH = "/providers/Microsoft.Authorization/roleDefinitions";

    /** Definitions as Resource Manager answers them, by name. */
    private static final List<JsonNode> ROLES = read();

    private static final Pattern BY_NAME =
            Pattern.compile("\\s*roleName\\s+eq\\s+'((?:[^']|'')*)'\\s*", Pattern.CASE_INSENSITIVE);

    private BuiltInRoles() {}

    /**
     * The roles that pass a filter by name; all roles for an empty filter.
     *
     * @throws ArmError when the filter has another form
     */
    static List<JsonNode> of(String filter) {
        var byName = BY_NAME.matcher(filter);
        if (!filter.isEmpty() && !byName.matches()) {
            throw ArmError.gateway(400, "BadRequest", "The filter '" + filter + "' is not supported.");
        }
        return ROLES.stream()
                .filter(
                        role ->
                                filter.isEmpty()
                                        || role.at("/properties/roleName")
                                                .asText()
                                                .equalsIgnoreCase(
                                                        byName.group(1).replace("''", "'")))
                .toList();
    }

    /** The definition with this UUID. */
    static Optional<JsonNode> find(String id) {
        return ROLES.stream()
                .filter(role -> role.path("name").asText().equalsIgnoreCase(id))
                .findFirst();
    }

    private static List<JsonNode> read() {
        try (var in = BuiltInRoles.class.getResourceAsStream("/sandbox/azure/roles.json")) {
            return StreamSupport.stream(Json.MAPPER.readTree(in).spliterator(), false)
                    .map(BuiltInRoles::definition)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the resource sandbox/azure/roles.json", e);
        }
    }

    private static JsonNode definition(JsonNode row) {
        var id = row.path("id").asText();
        var out =
                Json.object()
                        .put("id", PATH + "/" + id)
                        .put("type", "Microsoft.Authorization/roleDefinitions")
                        .put("name", id);
        var properties = out.putObject("properties");
        properties.put("roleName", row.path("name").asText()).put("type", "BuiltInRole");
        var permissions = ((ObjectNode) row).remove(List.of("name", "id"));
        properties.putArray("permissions").add(permissions);
        return out;
    }
}
