package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.dragoman.sandbox.azure.http.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Some of Azure's built-in roles. They have the same ids in every subscription. */
final class BuiltInRoles {
    /** Path of the list of built-in roles. */
    static final String PATH = "/providers/Microsoft.Authorization/roleDefinitions";

    /** Ids by name, from Azure's documentation of built-in roles. */
    private static final Map<String, String> ROLES =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("Owner", "8e3af657-a8ff-443c-a75c-2fe8c4bcb635"),
                            Map.entry("Contributor", "b24988ac-6180-42a0-ab88-20f7382dd24c"),
                            Map.entry("Reader", "acdd72a7-3385-48ef-bd42-f606fba81ae7"),
                            Map.entry(
                                    "User Access Administrator",
                                    "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9"),
                            Map.entry("Network Contributor", "4d97b98b-1d4f-4787-a291-c67834d212e7"),
                            Map.entry(
                                    "Storage Blob Data Contributor",
                                    "ba92f5b4-2d11-453d-a403-e96b0029c9fe"),
                            Map.entry(
                                    "Key Vault Administrator",
                                    "00482a5a-887f-4fb3-b363-3b7fe8e74483"),
                            Map.entry("Key Vault Reader", "21090545-7ca7-4776-b22c-e363652d74d2"),
                            Map.entry(
                                    "Key Vault Secrets Officer",
                                    "b86a8fe4-44ce-4948-aee5-eccb2c155cd7"),
                            Map.entry(
                                    "Key Vault Secrets User",
                                    "4633458b-17de-408a-b874-0445c86b69e6"),
                            Map.entry("AcrPull", "7f951dda-4ed3-4680-a7ca-43fe172d538d")));

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
        return ROLES.entrySet().stream()
                .filter(
                        role ->
                                filter.isEmpty()
                                        || role.getKey()
                                                .equalsIgnoreCase(
                                                        byName.group(1).replace("''", "'")))
                .map(role -> definition(role.getKey(), role.getValue()))
                .toList();
    }

    private static JsonNode definition(String name, String id) {
        var out =
                Json.object()
                        .put("id", PATH + "/" + id)
                        .put("type", "Microsoft.Authorization/roleDefinitions")
                        .put("name", id);
        out.putObject("properties").put("roleName", name).put("type", "BuiltInRole");
        return out;
    }
}
