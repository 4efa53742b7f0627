package dev.dragoman.azure.identity;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.azure.identity.WorkloadIdentityCredentialBuilder;

/** Makes the credential of an identity with Microsoft's library. Thread-safe, stateless. */
public final class Credentials {
    private final AzureSettings settings;
    private final HttpClient http;

    public Credentials(AzureSettings settings, HttpClient http) {
        this.settings = settings;
        this.http = http;
    }

    /**
     * A new credential with a token cache of its own; callers keep one per identity.
     *
     * @throws IllegalArgumentException when tenant or client are malformed
     */
    public TokenCredential create(AzureIdentity identity) {
        if (identity.clientSecret().isPresent()) {
            var builder =
                    new ClientSecretCredentialBuilder()
                            .tenantId(identity.tenantId())
                            .clientId(identity.clientId())
                            .clientSecret(identity.clientSecret().get().reveal())
                            .authorityHost(settings.authorityHost().toString())
                            .httpClient(http)
                            .retryOptions(NoRetry.OPTIONS);
            // elsewhere the library would first ask the public cloud whether the authority is real
            return settings.publicAuthority()
                    ? builder.build()
                    : builder.disableInstanceDiscovery().build();
        }
        var builder =
                new WorkloadIdentityCredentialBuilder()
                        .tenantId(identity.tenantId())
                        .clientId(identity.clientId())
                        .tokenFilePath(settings.tokenFile().toString())
                        .authorityHost(settings.authorityHost().toString())
                        .httpClient(http)
                        .retryOptions(NoRetry.OPTIONS);
        return settings.publicAuthority()
                ? builder.build()
                : builder.disableInstanceDiscovery().build();
    }
}
