package dev.dragoman.sandbox.azure.vault;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.StreamSupport;

/** The network rules of a vault. All clients of the sandbox come from this machine. */
final class VaultFirewall {
    private static final String CLIENT = "127.0.0.1";

    private VaultFirewall() {}

    /**
     * @param caller the caller's name in messages, {@link VaultRights#named}
     * @throws VaultError 403
     */
    static void check(Vault vault, String caller) {
        var properties = vault.properties();
        if (properties.path("publicNetworkAccess").asText().equalsIgnoreCase("Disabled")) {
            throw VaultError.forbidden(
                    "ForbiddenByConnection",
                    ("Public network access is disabled and request is not from a trusted service nor"
                     + " via an approved private link.\r\nCaller: %s\r\nVault: %s")
                            .formatted(caller, vault.place()));
        }
        var rules = properties.path("networkAcls");
        if (rules.path("defaultAction").asText().equalsIgnoreCase("Deny")
                && StreamSupport.stream(rules.path("ipRules").spliterator(), false)
                        .noneMatch(VaultFirewall::allows)) {
            throw VaultError.forbidden(
                    "ForbiddenByFirewall",
                    ("Client address is not authorized and caller is not a trusted service.\r\n"
                     + "Client address: %s\r\nCaller: %s\r\nVault: %s")
                            .formatted(CLIENT, caller, vault.place()));
        }
    }

    private static boolean allows(JsonNode rule) {
        var value = rule.path("value").asText();
        return value.equals(CLIENT) || value.equals(CLIENT + "/32");
    }
}
