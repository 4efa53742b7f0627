package dev.dragoman.sandbox.azure;

import dev.dragoman.sandbox.azure.http.Json;
import dev.dragoman.sandbox.azure.vault.Vault;
import dev.dragoman.sandbox.azure.vault.Vaults;
import java.util.List;
import java.util.Optional;

/** Finds key vaults and role assignments among the resources of Resource Manager. */
final class ArmVaults implements Vaults {
    private static final String VAULTS = "Microsoft.KeyVault/vaults";
    private static final String ASSIGNMENTS = "Microsoft.Authorization/roleAssignments";

    private final Resources resources;

    ArmVaults(Resources resources) {
        this.resources = resources;
    }

    @Override
    public Optional<Vault> find(String name) {
        return resources.locked(
                () ->
                        resources.all().stream()
                                .filter(each -> each.type.name().equalsIgnoreCase(VAULTS))
                                .filter(each -> each.id.name().equalsIgnoreCase(name))
                                .findFirst()
                                .map(ArmVaults::vault));
    }

    private static Vault vault(Resource resource) {
        return new Vault(
                resource.id.path(),
                resource.id.name(),
                Types.normalLocation(resource.state.path("location").asText()),
                resource.state.path("properties").deepCopy());
    }

    @Override
    public List<Assignment> assignments(String principalId) {
        return resources.locked(
                () ->
                        resources.all().stream()
                                .filter(each -> each.type.name().equalsIgnoreCase(ASSIGNMENTS))
                                .filter(
                                        each ->
                                                property(each, "principalId")
                                                        .equalsIgnoreCase(principalId))
                                .map(
                                        each ->
                                                new Assignment(
                                                        each.id.path(),
                                                        property(each, "roleDefinitionId"),
                                                        each.id.scope()))
                                .toList());
    }

    private static String property(Resource resource, String name) {
        return Json.at(resource.state, "properties." + name).asText("");
    }
}
