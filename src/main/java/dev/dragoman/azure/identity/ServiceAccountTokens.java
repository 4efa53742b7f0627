package dev.dragoman.azure.identity;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Tokens of service accounts that Entra trusts by federated credentials. Thread-safe. */
@FunctionalInterface
public interface ServiceAccountTokens {
    /** What every such token is for, and no other service accepts. */
    String AUDIENCE = "api://AzureADTokenExchange";

    /** Seconds that a token is valid: the shortest time that the API server takes. */
    long LIFETIME = 600;

    /**
     * A new token.
     *
     * @throws TokenMissing when the API server gives none
     */
    String token(Proof.ServiceAccount account);

    /** From the API server. */
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

    /** For commands that read only: to ask for a token is to make one. */
    static ServiceAccountTokens none() {
        return account -> {
            throw TokenMissing.unasked(account);
        };
    }
}
