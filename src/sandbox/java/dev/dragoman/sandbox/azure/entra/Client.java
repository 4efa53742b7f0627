package dev.dragoman.sandbox.azure.entra;

import com.nimbusds.jose.jwk.JWKSet;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Supplier;

/** An application that is registered in the tenant. */
public sealed interface Client {
    /** Application id. */
    String clientId();

    /** Resource ids at or below which the client has all rights; an empty list means everywhere. */
    List<String> scopes();

    /** Authenticates with a client secret. */
    record Secret(String clientId, String secret, List<String> scopes) implements Client {
        /** Omits the secret, which must not be logged. */
        @Override
        public String toString() {
            return "Secret[" + clientId + "]";
        }
    }

    /**
     * Authenticates with the token of another issuer, usually of a Kubernetes service account.
     *
     * @param keys the issuer's public keys, read for each assertion
     */
    record Federated(
            String clientId,
            String issuer,
            String subject,
            String audience,
            Supplier<JWKSet> keys,
            List<String> scopes)
            implements Client {}

    /** Authenticates with an assertion that it signs with the private key of this certificate. */
    record Certificate(String clientId, X509Certificate certificate, List<String> scopes)
            implements Client {}

    /**
     * A managed identity without a resource in Resource Manager. Nodes that have it can ask for
     * tokens.
     */
    record Managed(String clientId, List<String> scopes) implements Client {}

    /** A managed identity with full rights. */
    static Client managed(String clientId) {
        return new Managed(clientId, List.of());
    }

    /** A client with a certificate and full rights. */
    static Client certificate(String clientId, X509Certificate certificate) {
        return new Certificate(clientId, certificate, List.of());
    }

    /** A client with a secret and full rights. */
    static Client secret(String clientId, String secret) {
        return new Secret(clientId, secret, List.of());
    }

    /** A client with a federated credential and full rights; see {@link JwksSource}. */
    static Client federated(
            String clientId,
            String issuer,
            String subject,
            String audience,
            Supplier<JWKSet> keys) {
        return new Federated(clientId, issuer, subject, audience, keys, List.of());
    }

    /** A copy of this client with rights only at or below these ids. */
    default Client within(String... scopes) {
        return switch (this) {
            case Secret s -> new Secret(s.clientId, s.secret, List.of(scopes));
            case Certificate c ->
                    new Certificate(c.clientId, c.certificate, List.of(scopes));
            case Managed m -> new Managed(m.clientId, List.of(scopes));
            case Federated f ->
                    new Federated(
                            f.clientId, f.issuer, f.subject, f.audience, f.keys, List.of(scopes));
        };
    }
}
