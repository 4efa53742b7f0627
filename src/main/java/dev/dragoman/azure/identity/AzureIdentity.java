package dev.dragoman.azure.identity;

import dev.dragoman.settings.SettingsReview;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

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
    static final String SUBSCRIPTION = "AZURE_SUBSCRIPTION_ID";
    static final String CLIENT_ID = "AZURE_CLIENT_ID";
    static final String CLIENT_SECRET = "AZURE_CLIENT_SECRET";
    static final String FEDERATED = "USE_WORKLOAD_IDENTITY_AUTH";

    /** Becomes part of ids and so of paths; nothing else may. */
    private static final Pattern UUID =
            Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    /**
     * Reads the keys of a credential Secret or of the environment. {@code
     * USE_WORKLOAD_IDENTITY_AUTH} decides between the two kinds of credential; without it, a client
     * secret is used if there is one.
     *
     * @param source where the values are from, for people
     * @throws IllegalArgumentException naming the key that is missing, cannot be right or asks for
     *     what is not supported
     */
    public static AzureIdentity from(Map<String, String> values, String source) {
        SettingsReview.refused(values)
                .ifPresent(
                        text -> {
                            throw new IllegalArgumentException("in %s: %s".formatted(source, text));
                        });
        var subscription = required(values, SUBSCRIPTION, source);
        if (!UUID.matcher(subscription).matches()) {
            throw new IllegalArgumentException(
                    "%s is no id of a subscription, which is a UUID such as 00000000-0000-0000-0000-000000000000; correct it in %s"
                            .formatted(SUBSCRIPTION, source));
        }
        var tenant = required(values, "AZURE_TENANT_ID", source);
        var client = required(values, CLIENT_ID, source);
        var secret = values.getOrDefault(CLIENT_SECRET, "").strip();
        var federated = federated(values);
        if (secret.isEmpty() && !federated.orElse(true)) {
            throw new IllegalArgumentException(
                    "%s is not set, and %s is false; set one of them in %s"
                            .formatted(CLIENT_SECRET, FEDERATED, source));
        }
        return new AzureIdentity(
                subscription,
                tenant,
                client,
                secret.isEmpty() || federated.orElse(false)
                        ? Optional.empty()
                        : Optional.of(new Sensitive(secret)));
    }

    /**
     * What {@code USE_WORKLOAD_IDENTITY_AUTH} says; empty where it says nothing.
     *
     * @throws IllegalArgumentException when it says neither true nor false
     */
    static Optional<Boolean> federated(Map<String, String> values) {
        var value = values.getOrDefault(FEDERATED, "").strip().toLowerCase(Locale.ROOT);
        return switch (value) {
            case "" -> Optional.empty();
            case "true", "t", "1" -> Optional.of(true);
            case "false", "f", "0" -> Optional.of(false);
            default ->
                    throw new IllegalArgumentException(
                            FEDERATED + ": neither true nor false; write one of them");
        };
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
