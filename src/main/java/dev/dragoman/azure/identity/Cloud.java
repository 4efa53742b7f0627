package dev.dragoman.azure.identity;

import static dev.dragoman.settings.SettingValues.text;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One of Azure's clouds. Immutable.
 *
 * @param armEndpoint URL to which ARM requests are sent, without a trailing slash
 * @param armAudience audience of the tokens for ARM
 * @param authorityHost host that issues the tokens, without a trailing slash
 */
public record Cloud(URI armEndpoint, String armAudience, URI authorityHost) {
    static final String ARM = "AZURE_RESOURCE_MANAGER_ENDPOINT";
    static final String AUDIENCE = "AZURE_RESOURCE_MANAGER_AUDIENCE";
    static final String AUTHORITY = "AZURE_AUTHORITY_HOST";

    /** The three keys that together name a cloud. */
    static final List<String> KEYS = List.of(ARM, AUDIENCE, AUTHORITY);

    /** The cloud of most subscriptions. */
    public static final Cloud PUBLIC =
            of(
                    "https://management.azure.com",
                    "https://management.core.windows.net/",
                    "https://login.microsoftonline.com");

    /**
     * All clouds that Microsoft runs. The cloud of China is listed twice, because it has two
     * authority hosts.
     */
    static final List<Cloud> OF_AZURE =
            List.of(
                    PUBLIC,
                    of(
                            "https://management.usgovcloudapi.net",
                            "https://management.core.usgovcloudapi.net/",
                            "https://login.microsoftonline.us"),
                    of(
                            "https://management.chinacloudapi.cn",
                            "https://management.core.chinacloudapi.cn/",
                            "https://login.chinacloudapi.cn"),
                    of(
                            "https://management.chinacloudapi.cn",
                            "https://management.core.chinacloudapi.cn/",
                            "https://login.partner.microsoftonline.cn"));

    /** DNS suffixes of Key Vaults, by the host of Resource Manager. */
    private static final Map<String, String> VAULTS =
            Map.of(
                    "management.azure.com", "vault.azure.net",
                    "management.usgovcloudapi.net", "vault.usgovcloudapi.net",
                    "management.chinacloudapi.cn", "vault.azure.cn");

    static Cloud of(String arm, String audience, String authority) {
        return new Cloud(https(ARM, arm), audience, https(AUTHORITY, authority));
    }

    /**
     * The operator's cloud. For a setting that is missing, the value of the public cloud is used.
     *
     * @throws IllegalArgumentException naming the setting that is no URL
     */
    static Cloud from(Map<String, String> env) {
        return of(
                text(env, ARM, PUBLIC.armEndpoint.toString()),
                text(env, AUDIENCE, PUBLIC.armAudience),
                text(env, AUTHORITY, PUBLIC.authorityHost.toString()));
    }

    /** DNS suffix of Key Vaults in this cloud; empty for a cloud that is not Microsoft's. */
    public Optional<String> vaultSuffix() {
        return Optional.ofNullable(VAULTS.get(armEndpoint.getHost()));
    }

    /** Whether tokens come from the public cloud, whose authority Microsoft's library knows. */
    boolean publicAuthority() {
        return "login.microsoftonline.com".equals(authorityHost.getHost());
    }

    /** The scope of a token for Resource Manager. */
    public String scope() {
        return armAudience + (armAudience.endsWith("/") ? "" : "/") + ".default";
    }

    /** The value of one of the three keys. */
    String value(String key) {
        return switch (key) {
            case ARM -> armEndpoint.toString();
            case AUDIENCE -> armAudience;
            default -> authorityHost.toString();
        };
    }

    /** Whether this cloud has the given value for one of the three keys. */
    boolean has(String key, String value) {
        var given = slashless(value);
        // Resource Manager also accepts tokens whose audience is its endpoint
        return given.equals(slashless(value(key)))
                || (AUDIENCE.equals(key) && given.equals(armEndpoint.toString()));
    }

    /** This cloud with the audience that a Secret names, which may be the ARM endpoint. */
    Cloud withAudience(String audience) {
        return new Cloud(armEndpoint, audience, authorityHost);
    }

    static URI https(String name, String value) {
        try {
            var uri = URI.create(slashless(value));
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

    static String slashless(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
