package dev.dragoman.sandbox.azure;

import com.nimbusds.jose.jwk.JWKSet;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Supplier;

/** An application that the tenant knows. */
public sealed interface Client {
    /** Application id. */
    String clientId();

    /** Ids below which it may act; the empty list stands for the whole subscription. */
    List<String> scopes();

    /** Proves itself with a secret. */
    record Secret(String clientId, String secret, List<String> scopes) implements Client {
        /** The secret must not reach a log. */
        @Override
        public String toString() {
            return "Secret[" + clientId + "]";
        }
    }

    /**
     * Proves itself with a token of somebody else, usually of a Kubernetes service account.
     *
     * @param keys the issuer's public keys, asked again when a key id is unknown
     */
    record Federated(
            String clientId,
            String issuer,
            String subject,
            String audience,
            Supplier<JWKSet> keys,
            List<String> scopes)
            implements Client {}

    /** Proves itself with what the private key of a certificate has signed. */
    record Certificate(String clientId, X509Certificate certificate, List<String> scopes)
            implements Client {}

    /** A managed identity that no resource stands for: the nodes that have it can ask for tokens. */
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

    /** The same client, confined to what lies at or below these ids. */
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
