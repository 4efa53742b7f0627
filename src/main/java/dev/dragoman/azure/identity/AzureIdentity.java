package dev.dragoman.azure.identity;

import dev.dragoman.settings.SettingValues;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * An identity in Entra, and the subscription that it works in. Equal identities share one
 * credential instance, and so one token cache.
 *
 * @param subscriptionId subscription of resources that name no subscription
 * @param tenantId tenant that issues the tokens
 * @param clientId application or managed identity
 * @param proof how the identity proves itself to Entra
 * @param additionalTenants further tenants: requests carry a token of each of them as well; {@code
 *     *} allows all tenants, and adds no token
 * @param cloud the cloud that has the identity's resources and issues its tokens
 */
public record AzureIdentity(
        String subscriptionId,
        String tenantId,
        String clientId,
        Proof proof,
        List<String> additionalTenants,
        Cloud cloud) {
    static final String SUBSCRIPTION = "AZURE_SUBSCRIPTION_ID";
    static final String TENANT_ID = "AZURE_TENANT_ID";
    static final String CLIENT_ID = "AZURE_CLIENT_ID";
    public static final String CLIENT_SECRET = "AZURE_CLIENT_SECRET";
    public static final String CERTIFICATE = "AZURE_CLIENT_CERTIFICATE";
    public static final String PASSWORD = "AZURE_CLIENT_CERTIFICATE_PASSWORD";

    static final String FEDERATED = "USE_WORKLOAD_IDENTITY_AUTH";

    /** Setting: further tenants of the application. */
    public static final String ADDITIONAL = "AZURE_ADDITIONAL_TENANTS";

    static final String FILE = "AZURE_USER_ASSIGNED_IDENTITY_CREDENTIALS";

    /** A UUID. Subscription ids become part of URL paths, so no other text is accepted. */
    private static final Pattern ID =
            Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    public AzureIdentity {
        additionalTenants = List.copyOf(additionalTenants);
    }

    /**
     * Reads the identity from the keys of a credential Secret or of the environment. {@link
     * ProofChoice} chooses the proof. A credential file that a key names is not read here.
     *
     * @throws IllegalArgumentException naming the key that is missing, malformed or not supported
     */
    public static AzureIdentity from(Map<String, String> values, Source source) {
        AzureSettingNames.REVIEW
                .refused(values)
                .ifPresent(
                        text -> {
                            throw new IllegalArgumentException(
                                    "in %s: %s".formatted(source.text(), text));
                        });
        var subscription = required(values, SUBSCRIPTION, source);
        if (!ID.matcher(subscription).matches()) {
            throw new IllegalArgumentException(
                    "%s is no id of a subscription, which is a UUID such as 00000000-0000-0000-0000-000000000000; correct it in %s"
                            .formatted(SUBSCRIPTION, source.text()));
        }
        var tenant = required(values, TENANT_ID, source);
        var client = required(values, CLIENT_ID, source);
        var cloud =
                switch (source) {
                    case Source.Global global -> global.rules().clouds().own();
                    case Source.Scoped scoped -> scoped.rules().clouds().of(values, scoped.text());
                };
        return new AzureIdentity(
                subscription,
                tenant,
                client,
                new ProofChoice(values, source, client, cloud).proof(),
                SettingValues.entries(text(values, ADDITIONAL).replace(';', ',')),
                cloud);
    }

    /** The id of the subscription, if it is a UUID. Ignores all other keys. */
    public static Optional<String> subscription(Map<String, String> values) {
        return Optional.of(text(values, SUBSCRIPTION)).filter(each -> ID.matcher(each).matches());
    }

    /**
     * The client id, which identifies the identity in Entra whatever its proof is. Empty if the
     * client id is a name and no UUID, because a name may stand for several identities.
     */
    public Optional<UUID> client() {
        return id(clientId);
    }

    /** Parses a UUID written with hyphens. Empty for any other text. */
    public static Optional<UUID> id(String text) {
        return ID.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }

    /**
     * Tenants whose tokens requests carry besides the token of the identity's own tenant. Leaves
     * out {@code *}, which names no tenant. Empty for an identity of the node, because it gets
     * tokens only of its own tenant.
     */
    public List<String> furtherTenants() {
        return proof instanceof Proof.NodeIdentity
                ? List.of()
                : additionalTenants.stream()
                        .filter(each -> !"*".equals(each) && !each.equalsIgnoreCase(tenantId))
                        .distinct()
                        .toList();
    }

    /** Whether tokens of that tenant may be requested. */
    public boolean mayUse(String tenant) {
        return tenant.equalsIgnoreCase(tenantId)
                || (!(proof instanceof Proof.NodeIdentity)
                        && additionalTenants.stream()
                                .anyMatch(
                                        each -> "*".equals(each) || each.equalsIgnoreCase(tenant)));
    }

    /** A copy of this identity with the tenant, client and proof of a credential file. */
    AzureIdentity with(String tenant, String client, Proof other) {
        return new AzureIdentity(subscriptionId, tenant, client, other, additionalTenants, cloud);
    }

    /**
     * The value of {@code USE_WORKLOAD_IDENTITY_AUTH}; empty if it is not set.
     *
     * @throws IllegalArgumentException when it is neither true nor false
     */
    static Optional<Boolean> federated(Map<String, String> values) {
        return truth(values, FEDERATED);
    }

    /**
     * The value of a boolean key; empty if it is not set.
     *
     * @throws IllegalArgumentException when it is neither true nor false
     */
    static Optional<Boolean> truth(Map<String, String> values, String key) {
        var value = text(values, key).toLowerCase(Locale.ROOT);
        return switch (value) {
            case "" -> Optional.empty();
            case "true", "t", "1" -> Optional.of(true);
            case "false", "f", "0" -> Optional.of(false);
            default ->
                    throw new IllegalArgumentException(
                            key + ": neither true nor false; write one of them");
        };
    }

    static String text(Map<String, String> values, String key) {
        return values.getOrDefault(key, "").strip();
    }

    private static String required(Map<String, String> values, String key, Source source) {
        var value = text(values, key);
        if (value.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s is not set; set it in %s".formatted(key, source.text()));
        }
        return value;
    }

    /** What a user has to do when Entra refuses the identity: part of a sentence. */
    public String remedy() {
        return switch (proof) {
            case Proof.ClientSecret _ ->
                    "correct AZURE_CLIENT_ID, AZURE_TENANT_ID or AZURE_CLIENT_SECRET";
            case Proof.ClientCertificate _ ->
                    "correct AZURE_CLIENT_ID, AZURE_TENANT_ID or AZURE_CLIENT_CERTIFICATE, or register the certificate with the application";
            case Proof.TokenFile _ ->
                    "correct AZURE_CLIENT_ID and AZURE_TENANT_ID, or add a federated credential for the operator's service account";
            case Proof.ServiceAccount account ->
                    "correct AZURE_CLIENT_ID and AZURE_TENANT_ID, or add a federated credential to client %s: the cluster's issuer, subject %s, audience %s"
                            .formatted(clientId, account.subject(), ServiceAccountTokens.AUDIENCE);
            case Proof.NodeIdentity _ ->
                    "assign the identity with client id %s to the nodes that the operator runs on, or correct AZURE_CLIENT_ID"
                            .formatted(clientId);
            case Proof.FileNamed file -> "write a valid credential to " + file.path();
            case Proof.FileContent file -> "write a valid credential to " + file.path();
        };
    }
}
