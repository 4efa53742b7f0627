package dev.dragoman.azure.identity;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.identity.AadCredentialBuilderBase;
import com.azure.identity.ClientAssertionCredentialBuilder;
import com.azure.identity.ClientCertificateCredentialBuilder;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.azure.identity.WorkloadIdentityCredentialBuilder;

/** Makes the credential of an identity with Microsoft's library. Thread-safe, stateless. */
public final class Credentials {
    private final AzureSettings settings;
    private final HttpClient http;
    private final ServiceAccountTokens tokens;

    public Credentials(AzureSettings settings, HttpClient http, ServiceAccountTokens tokens) {
        this.settings = settings;
        this.http = http;
        this.tokens = tokens;
    }

    /**
     * A new credential with a token cache of its own; callers keep one per identity.
     *
     * @throws IllegalArgumentException when tenant, client or certificate are malformed
     */
    public TokenCredential create(AzureIdentity identity) {
        return switch (identity.proof()) {
            case Proof.ClientSecret secret ->
                    common(new ClientSecretCredentialBuilder(), identity)
                            .clientSecret(secret.value().reveal())
                            .build();
            case Proof.ClientCertificate certificate -> certificate(identity, certificate);
            case Proof.TokenFile _ ->
                    common(new WorkloadIdentityCredentialBuilder(), identity)
                            .tokenFilePath(settings.tokenFile().toString())
                            .build();
            case Proof.ServiceAccount account ->
                    common(new ClientAssertionCredentialBuilder(), identity)
                            .clientAssertion(() -> tokens.token(account))
                            .build();
        };
    }

    private TokenCredential certificate(
            AzureIdentity identity, Proof.ClientCertificate certificate) {
        var builder =
                common(new ClientCertificateCredentialBuilder(), identity)
                        // so that trust by subject and issuer works, which survives a renewal
                        .sendCertificateChain(true);
        var content = CertificateFile.read(certificate);
        return content.pem()
                ? builder.pemCertificate(content.open()).build()
                : builder.pfxCertificate(content.open())
                        .clientCertificatePassword(content.password())
                        .build();
    }

    private <B extends AadCredentialBuilderBase<B>> B common(B builder, AzureIdentity identity) {
        var all =
                builder.tenantId(identity.tenantId())
                        .clientId(identity.clientId())
                        .additionallyAllowedTenants(identity.additionalTenants())
                        .authorityHost(settings.authorityHost().toString())
                        .httpClient(http)
                        .retryOptions(NoRetry.OPTIONS);
        // elsewhere the library would first ask the public cloud whether the authority is real
        return settings.publicAuthority() ? all : all.disableInstanceDiscovery();
    }
}
