package dev.dragoman.azure.identity;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.identity.AadCredentialBuilderBase;
import com.azure.identity.ClientAssertionCredentialBuilder;
import com.azure.identity.ClientCertificateCredentialBuilder;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.azure.identity.WorkloadIdentityCredentialBuilder;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import reactor.core.publisher.Mono;

/** Makes the credential of an identity with Microsoft's library. Thread-safe. */
public final class Credentials {
    /**
     * Turns off the retries of Microsoft's library. The work queue retries; a retry in the library
     * would keep a worker busy and hide the reason of the failure.
     */
    private static final RetryOptions NO_RETRIES =
            new RetryOptions(new FixedDelayOptions(0, Duration.ofMillis(1)));

    private final AzureSettings settings;
    private final HttpClient http;
    private final Proofs proofs;
    private final NodeMetadata node;

    /**
     * @param steady monotonic clock for pauses after the node has refused a token
     */
    public Credentials(
            AzureSettings settings, GuardedClient http, Proofs proofs, InstantSource steady) {
        this.settings = settings;
        this.http = new TokenAnswers(http.atMost(GuardedClient.OF_ENTRA));
        this.proofs = proofs;
        this.node = new NodeMetadata(AzureHttp::nodeClient, settings.nodeMetadata(), steady);
    }

    /**
     * A new credential with a token cache of its own; callers keep one per identity.
     *
     * @throws IllegalArgumentException when tenant, client or certificate are malformed
     */
    public TokenCredential create(AzureIdentity identity) {
        if (proofs.outside().isPresent()) {
            return _ -> Mono.just(new AccessToken("of-a-dry-run", OffsetDateTime.MAX));
        }
        return switch (identity.proof()) {
            case Proof.ClientSecret secret ->
                    common(new ClientSecretCredentialBuilder(), identity)
                            .clientSecret(secret.value().reveal())
                            .build();
            case Proof.ClientCertificate certificate ->
                    certificate(
                            common(new ClientCertificateCredentialBuilder(), identity),
                            CertificateFile.read(certificate));
            case Proof.TokenFile _ ->
                    common(new WorkloadIdentityCredentialBuilder(), identity)
                            .tokenFilePath(settings.tokenFile().toString())
                            .build();
            case Proof.ServiceAccount account ->
                    common(new ClientAssertionCredentialBuilder(), identity)
                            .clientAssertion(() -> proofs.tokens().token(account))
                            .build();
            case Proof.NodeIdentity _ ->
                    proofs.onNode()
                            ? node.credential(identity.clientId())
                            : none(TokenMissing.elsewhere(identity.clientId()));
            case Proof.FileNamed file -> none(TokenMissing.unread(file.path()));
            case Proof.FileContent file ->
                    certificate(
                            // the authority in the file may be a regional host, which instance
                            // discovery does not know
                            at(file.authority(), new ClientCertificateCredentialBuilder(), identity)
                                    .disableInstanceDiscovery(),
                            CertificateFile.read(file));
        };
    }

    private static TokenCredential none(TokenMissing why) {
        return request -> Mono.<AccessToken>error(why);
    }

    private static TokenCredential certificate(
            ClientCertificateCredentialBuilder builder, CertificateFile content) {
        // with the chain, Entra can trust subject and issuer, which a renewal of the certificate
        // does not change
        var chained = builder.sendCertificateChain(true);
        return content.pem()
                ? chained.pemCertificate(content.open()).build()
                : chained.pfxCertificate(content.open())
                        .clientCertificatePassword(content.password())
                        .build();
    }

    private <B extends AadCredentialBuilderBase<B>> B common(B builder, AzureIdentity identity) {
        var cloud = identity.cloud();
        var all = at(cloud.authorityHost(), builder, identity);
        // for another authority, the library would first ask the public cloud whether that
        // authority exists
        return cloud.publicAuthority() ? all : all.disableInstanceDiscovery();
    }

    private <B extends AadCredentialBuilderBase<B>> B at(
            URI authority, B builder, AzureIdentity identity) {
        return builder.tenantId(identity.tenantId())
                .clientId(identity.clientId())
                .additionallyAllowedTenants(identity.additionalTenants())
                .authorityHost(authority.toString())
                .httpClient(http)
                .retryOptions(NO_RETRIES);
    }
}
