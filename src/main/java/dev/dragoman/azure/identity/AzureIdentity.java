package dev.dragoman.azure.identity;

import java.util.Map;
import java.util.Optional;

/**
 * An identity and the subscription it works in. Equal identities share one credential instance, and
 * so one token cache.
 *
 * @param subscriptionId subscription of resources that name none
 * @param tenantId tenant that issues the tokens
 * @param clientId application or managed identity
 * @param clientSecret secret of a service principal; empty means workload identity
 */
public record AzureIdentity(
        String subscriptionId, String tenantId, String clientId, Optional<Sensitive> clientSecret) {
    /**
     * Reads the keys of a credential Secret or of the environment.
     *
     * @throws IllegalArgumentException naming the missing key
     */
    public static AzureIdentity from(Map<String, String> values, String source) {
        var secret = values.getOrDefault("AZURE_CLIENT_SECRET", "");
        return new AzureIdentity(
                required(values, "AZURE_SUBSCRIPTION_ID", source),
                required(values, "AZURE_TENANT_ID", source),
                required(values, "AZURE_CLIENT_ID", source),
                secret.isBlank() ? Optional.empty() : Optional.of(new Sensitive(secret.strip())));
    }

    private static String required(Map<String, String> values, String key, String source) {
        var value = values.getOrDefault(key, "").strip();
        if (value.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s is not set; set it in %s".formatted(key, source));
        }
        return value;
    }
}
