package dev.dragoman.azure.identity;

import dev.dragoman.kube.Names;
import dev.dragoman.settings.GoDuration;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of the operator that a change of needs a restart for: endpoints, trust, periods. Names
 * are those of Azure Service Operator; our own begin with {@code DRAGOMAN_}.
 *
 * @param syncPeriod time between two comparisons of an unchanged object with Azure; empty is never
 * @param armEndpoint where ARM requests go, without a trailing slash
 * @param armAudience resource that tokens are asked for
 * @param authorityHost where tokens come from
 * @param userAgentSuffix appended to the user agent, may be empty
 * @param defaultPolicy reconcile policy of objects and namespaces that name none
 * @param tokenFile projected service account token for workload identity
 * @param caFile PEM with certificates to trust besides the JDK's, for proxies and private clouds
 * @param operatorNamespace namespace of the operator and of its settings Secret
 * @param targetNamespaces namespaces to look at; empty is all
 * @param exclusiveResources whether one object alone may stand for a resource in Azure
 * @param identityRules for credentials of namespaces and objects
 */
public record AzureSettings(
        Optional<Duration> syncPeriod,
        URI armEndpoint,
        String armAudience,
        URI authorityHost,
        String userAgentSuffix,
        String defaultPolicy,
        Path tokenFile,
        Optional<Path> caFile,
        String operatorNamespace,
        List<String> targetNamespaces,
        boolean exclusiveResources,
        IdentityRules identityRules) {
    private static final String DEFAULT_TOKEN_FILE =
            "/var/run/secrets/azure/tokens/azure-identity-token";
    private static final String TARGETS = "AZURE_TARGET_NAMESPACES";

    private static final String EXCLUSIVE = "DRAGOMAN_EXCLUSIVE_RESOURCES";
    private static final String ARM = "AZURE_RESOURCE_MANAGER_ENDPOINT";
    private static final String AUDIENCE = "AZURE_RESOURCE_MANAGER_AUDIENCE";
    private static final String AUTHORITY = "AZURE_AUTHORITY_HOST";
    private static final List<String> POLICIES = List.of("manage", "skip", "detach-on-delete");

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException naming the variable, what is wrong and what to write
     */
    public static AzureSettings from(Map<String, String> env) {
        // the credential is read later, and again; what it can never be made of ends the start
        var _ = AzureIdentity.federated(env);
        var endpoint = https(env, ARM, "https://management.azure.com");
        return new AzureSettings(
                syncPeriod(env),
                endpoint,
                text(env, AUDIENCE, "https://management.core.windows.net/"),
                https(env, AUTHORITY, "https://login.microsoftonline.com"),
                text(env, "AZURE_USER_AGENT_SUFFIX", ""),
                policy(env),
                Path.of(text(env, "AZURE_FEDERATED_TOKEN_FILE", DEFAULT_TOKEN_FILE)),
                caFile(env),
                text(env, "POD_NAMESPACE", "dragoman-system"),
                targets(env),
                exclusive(env),
                IdentityRules.from(env));
    }

    private static List<String> targets(Map<String, String> env) {
        var names =
                Arrays.stream(text(env, TARGETS, "").split(","))
                        .map(String::strip)
                        .filter(s -> !s.isEmpty())
                        .toList();
        for (var name : names) {
            if (!Names.isLabel(name)) {
                throw new IllegalArgumentException(
                        "%s: '%s' is no name of a namespace; write names, separated by commas"
                                .formatted(TARGETS, name));
            }
        }
        return names;
    }

    private static boolean exclusive(Map<String, String> env) {
        var value = text(env, EXCLUSIVE, "true");
        if (!"true".equals(value) && !"false".equals(value)) {
            throw new IllegalArgumentException(
                    "%s: '%s' is neither true nor false".formatted(EXCLUSIVE, value));
        }
        return "true".equals(value);
    }

    /** Whether tokens come from the public cloud, whose authority Microsoft's library knows. */
    public boolean publicAuthority() {
        return "login.microsoftonline.com".equals(authorityHost.getHost());
    }

    /** Which of the values names another cloud than this process works in; empty if none does. */
    public Optional<String> otherCloud(Map<String, String> values) {
        var ours =
                Map.of(
                        ARM, armEndpoint.toString(),
                        AUDIENCE, armAudience,
                        AUTHORITY, authorityHost.toString());
        return ours.keySet().stream()
                .sorted()
                .filter(name -> !text(values, name, "").isEmpty())
                .filter(
                        name ->
                                !slashless(text(values, name, ""))
                                        .equals(slashless(ours.get(name))))
                .findFirst();
    }

    private static String slashless(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    private static Optional<Duration> syncPeriod(Map<String, String> env) {
        var value = text(env, "AZURE_SYNC_PERIOD", "1h");
        if ("never".equals(value)) {
            return Optional.empty();
        }
        try {
            var period = GoDuration.parse(value);
            if (period.isZero()) {
                throw new IllegalArgumentException("zero; write 'never' to turn it off");
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

    private static Optional<Path> caFile(Map<String, String> env) {
        var value = text(env, "DRAGOMAN_CA_FILE", "");
        if (value.isEmpty()) {
            return Optional.empty();
        }
        var file = Path.of(value);
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                    "DRAGOMAN_CA_FILE: cannot read %s; mount a PEM file there or unset it"
                            .formatted(file));
        }
        return Optional.of(file);
    }

    private static URI https(Map<String, String> env, String name, String fallback) {
        var value = text(env, name, fallback);
        try {
            var uri =
                    URI.create(
                            value.endsWith("/") ? value.substring(0, value.length() - 1) : value);
            if ("https".equals(uri.getScheme()) && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(
                    "%s: '%s' is not a URL".formatted(name, value), unreadable);
        }
        throw new IllegalArgumentException(
                "%s: '%s' must be an https:// URL, because tokens are sent there"
                        .formatted(name, value));
    }

    private static String text(Map<String, String> env, String name, String fallback) {
        var value = env.get(name);
        return value == null || value.isBlank() ? fallback : value.strip();
    }
}
