package dev.dragoman.sandbox.azure.vault;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;

/**
 * A key vault as a resource of Resource Manager.
 *
 * @param location without spaces, in lower case
 */
public record Vault(String id, String name, String location, JsonNode properties) {
    private static final int LONGEST = 90;

    /** Whether role assignments, not access policies, give rights to the secrets. */
    boolean byRoles() {
        return properties.path("enableRbacAuthorization").asBoolean(false);
    }

    boolean purgeProtected() {
        return properties.path("enablePurgeProtection").asBoolean(false);
    }

    /** How long deleted secrets are kept. */
    Duration retention() {
        return Duration.ofDays(properties.path("softDeleteRetentionInDays").asInt(LONGEST));
    }

    /** The value of the attribute recoveryLevel. */
    String recoveryLevel() {
        var level = retention().toDays() < LONGEST ? "CustomizedRecoverable" : "Recoverable";
        return purgeProtected() ? level : level + "+Purgeable";
    }

    /** Name and location, in the form that Key Vault's messages have. */
    String place() {
        return name + ";location=" + location;
    }
}
