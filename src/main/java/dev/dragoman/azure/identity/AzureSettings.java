package dev.dragoman.azure.identity;

import static dev.dragoman.settings.SettingValues.entries;
import static dev.dragoman.settings.SettingValues.flag;
import static dev.dragoman.settings.SettingValues.text;

import com.azure.core.http.ProxyOptions;
import dev.dragoman.kube.object.Names;
import dev.dragoman.reconcile.Paces;
import dev.dragoman.settings.GoDuration;
import dev.dragoman.settings.OperatorSettings;
import dev.dragoman.settings.PaceSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of the operator that take effect only at a restart: endpoints, trust, periods. Their
 * names are those of Azure Service Operator. Names of Dragoman's own settings begin with {@code
 * DRAGOMAN_}.
 *
 * @param syncPeriod time between two comparisons of an unchanged object with Azure; empty for no
 *     comparisons
 * @param keys how long keys count as unchanged, by kind; empty for the default
 * @param userAgentSuffix appended to the user agent, may be empty
 * @param defaultPolicy reconcile policy of objects and namespaces that name no policy
 * @param tokenFile projected service account token for workload identity
 * @param caFile PEM with certificates to trust besides the JDK's, for proxies and private clouds
 * @param proxy the proxy for requests to Azure
 * @param operatorNamespace namespace of the operator and of its settings Secret
 * @param targetNamespaces namespaces whose objects are reconciled; empty for all
 * @param platformNamespaces namespaces whose objects need no consent of others
 * @param exclusiveResources whether at most one object may manage a resource in Azure
 * @param identityRules rules for credentials of namespaces and objects
 * @param nodeMetadata address of the node's metadata service; empty for the default address
 * @param vaults settings about Key Vaults
 */
public record AzureSettings(
        Optional<Duration> syncPeriod,
        Paces keys,
        String userAgentSuffix,
        String defaultPolicy,
        Path tokenFile,
        Optional<Path> caFile,
        Optional<ProxyOptions> proxy,
        String operatorNamespace,
        List<String> targetNamespaces,
        List<String> platformNamespaces,
        boolean exclusiveResources,
        IdentityRules identityRules,
        Optional<URI> nodeMetadata,
        VaultSettings vaults) {
    /**
     * Largest number of target namespaces that are watched one by one. If there are more, the whole
     * cluster is watched, because each watch of one kind in one namespace takes a connection to the
     * API server.
     */
    public static final int MOST_WATCHED = 100;

    private static final String DEFAULT_TOKEN_FILE =
            "/var/run/secrets/azure/tokens/azure-identity-token";
    private static final String TARGETS = "AZURE_TARGET_NAMESPACES";

    private static final String PLATFORM = "DRAGOMAN_PLATFORM_NAMESPACES";
    private static final String EXCLUSIVE = "DRAGOMAN_EXCLUSIVE_RESOURCES";
    private static final String NODE_METADATA = "AZURE_POD_IDENTITY_AUTHORITY_HOST";
    private static final List<String> POLICIES = List.of("manage", "skip", "detach-on-delete");

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException naming the variable, what is wrong and what to write
     */
    public static AzureSettings from(Map<String, String> env) {
        var operator = OperatorSettings.from(env);
        // the credential is read after the start, but a value that is no boolean must fail the
        // start
        var _ = AzureIdentity.federated(env);
        return new AzureSettings(
                syncPeriod(env),
                PaceSettings.keys(env),
                text(env, "AZURE_USER_AGENT_SUFFIX", ""),
                policy(env),
                Path.of(text(env, "AZURE_FEDERATED_TOKEN_FILE", DEFAULT_TOKEN_FILE)),
                operator.caFile(),
                ProxySettings.from(env),
                operator.namespace(),
                namespaces(env, TARGETS),
                namespaces(env, PLATFORM),
                flag(env, EXCLUSIVE, "false", "true", "true"),
                IdentityRules.from(env),
                nodeMetadata(env),
                VaultSettings.from(env));
    }

    /**
     * Whether the target namespaces are watched one by one; false if the whole cluster is watched.
     */
    public boolean watchesTargets() {
        return !targetNamespaces.isEmpty() && targetNamespaces.size() <= MOST_WATCHED;
    }

    /** Namespaces to watch; empty for all. */
    public List<String> watchedNamespaces() {
        return watchesTargets() ? targetNamespaces : List.of();
    }

    private static List<String> namespaces(Map<String, String> env, String setting) {
        var names = entries(text(env, setting, "")).stream().distinct().toList();
        for (var name : names) {
            if (!Names.isLabel(name)) {
                throw new IllegalArgumentException(
                        "%s: '%s' is no name of a namespace; write names, separated by commas"
                                .formatted(setting, name));
            }
        }
        return names;
    }

    /** The operator's own cloud. */
    public Cloud cloud() {
        return identityRules.clouds().own();
    }

    private static Optional<URI> nodeMetadata(Map<String, String> env) {
        var value = text(env, NODE_METADATA, "");
        if (value.isEmpty()) {
            return Optional.empty();
        }
        try {
            var uri = URI.create(value);
            if (uri.getHost() != null
                    && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return Optional.of(uri);
            }
        } catch (IllegalArgumentException noUrl) {
            throw new IllegalArgumentException(
                    "%s: '%s' is not a URL".formatted(NODE_METADATA, value), noUrl);
        }
        throw new IllegalArgumentException(
                "%s: '%s' is no http:// or https:// URL; write one, or remove the setting"
                        .formatted(NODE_METADATA, value));
    }

    private static Optional<Duration> syncPeriod(Map<String, String> env) {
        var value = text(env, "AZURE_SYNC_PERIOD", "1h");
        if ("never".equals(value)) {
            return Optional.empty();
        }
        try {
            var period = GoDuration.parse(value);
            if (period.isZero()) {
                throw new IllegalArgumentException(
                        "zero is not allowed; write 'never' to turn off the comparison with Azure");
            }
            return Optional.of(period);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("AZURE_SYNC_PERIOD: " + e.getMessage(), e);
        }
    }

    private static String policy(Map<String, String> env) {
        var value = text(env, "DEFAULT_RECONCILE_POLICY", "manage");
        if (!POLICIES.contains(value)) {
            throw new IllegalArgumentException(
                    "DEFAULT_RECONCILE_POLICY: '%s' is none of %s".formatted(value, POLICIES));
        }
        return value;
    }
}
