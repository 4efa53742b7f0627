package dev.dragoman.azure.identity;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Tokens of service accounts that Entra trusts by federated credentials. Thread-safe. */
@FunctionalInterface
public interface ServiceAccountTokens {
    /** The audience of every such token; services other than Entra do not accept it. */
    String AUDIENCE = "api://AzureADTokenExchange";

    /** Seconds that a token is valid: the shortest time that the API server allows. */
    long LIFETIME = 600;

    /**
     * A new token.
     *
     * @throws TokenMissing when the API server gives no token
     */
    String token(Proof.ServiceAccount account);

    /** Tokens from the API server. */
    static ServiceAccountTokens of(KubernetesClient client) {
        return account -> {
            try {
                return client.serviceAccounts()
                        .inNamespace(account.namespace())
                        .withName(account.name())
                        .tokenRequest(
                                new TokenRequestBuilder()
                                        .withNewSpec()
                                        .withAudiences(AUDIENCE)
                                        .withExpirationSeconds(LIFETIME)
                                        .endSpec()
                                        .build())
                        .getStatus()
                        .getToken();
            } catch (KubernetesClientException failure) {
                throw TokenMissing.of(account, failure.getCode());
            }
        };
    }

    /**
     * For read-only commands: always throws {@link TokenMissing}, because a request for a token
     * creates a token.
     */
    static ServiceAccountTokens none() {
        return account -> {
            throw TokenMissing.unasked(account);
        };
    }
}
