package dev.dragoman.azure.identity;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.core.util.Context;
import com.azure.identity.AadCredentialBuilderBase;
import com.azure.identity.ClientAssertionCredentialBuilder;
import com.azure.identity.ClientCertificateCredentialBuilder;
import com.azure.identity.ClientSecretCredentialBuilder;
import com.azure.identity.WorkloadIdentityCredentialBuilder;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
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

    /**
     * Asks Entra. Fails with {@link EntraUnavailable} while Entra gives no tokens, for Microsoft's
     * library would call that a refused credential. An answer to a request for a token that is
     * neither a token nor a refusal of Entra's counts so too: it is a proxy's. Thread-safe.
     */
    record TokenAnswers(HttpClient client) implements HttpClient {
        private static final JsonMapper JSON =
                JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

        @Override
        public Mono<HttpResponse> send(HttpRequest request) {
            return Mono.fromCallable(() -> sendSync(request, Context.NONE));
        }

        @Override
        public HttpResponse sendSync(HttpRequest request, Context context) {
            var response = client.sendSync(request, context);
            EntraUnavailable.check(request.getUrl().getAuthority(), response);
            int status = response.getStatusCode();
            if (request.getHttpMethod() == HttpMethod.POST
                    && !isEntras(status, response.getBodyAsBinaryData().toBytes())) {
                throw new EntraUnavailable(
                        "Entra is unavailable: %s answered %d, and not as Entra does; look at the proxy or firewall before it"
                                .formatted(request.getUrl().getAuthority(), status),
                        EntraUnavailable.pause(response, Duration.ZERO));
            }
            return response;
        }

        /** Whether this is a token, or a refusal with an error of OAuth or a code of Entra. */
        private static boolean isEntras(int status, byte[] text) {
            try {
                var answer = JSON.readTree(text);
                return status == 200
                        ? says(answer, "access_token", "\\S+")
                                // on these, the library would compute without end
                                && answer.valueStream().noneMatch(JsonNode::isContainerNode)
                        : status >= 400
                                && (says(answer, "error", "[a-z]+_[a-z_]+")
                                        || says(answer, "error_description", "(?s).*AADSTS\\d.*"));
            } catch (IOException noJson) {
                return false;
            }
        }

        private static boolean says(JsonNode answer, String name, String form) {
            return answer.path(name).isTextual() && answer.path(name).textValue().matches(form);
        }
    }
}
