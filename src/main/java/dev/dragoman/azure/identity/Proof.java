package dev.dragoman.azure.identity;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** How an identity proves itself to Entra. {@code toString} shows no secret. */
public sealed interface Proof {
    /** A service principal's secret. */
    record ClientSecret(Sensitive value) implements Proof {}

    /**
     * A service principal's certificate with its private key.
     *
     * @param content PEM, or PKCS#12 in Base64
     * @param password password of a PKCS#12; empty if it has none
     */
    record ClientCertificate(Sensitive content, Optional<Sensitive> password) implements Proof {}

    /** The token of the operator's own service account, from a file. */
    record TokenFile() implements Proof {}

    /** A token of a service account. A new token is requested before each request to Entra. */
    record ServiceAccount(String namespace, String name) implements Proof {
        /** The subject, which Entra compares with the subject of a federated credential. */
        public String subject() {
            return "system:serviceaccount:%s:%s".formatted(namespace, name);
        }
    }

    /** The operator's node has the identity, and the node's metadata service gives the tokens. */
    record NodeIdentity() implements Proof {}

    /**
     * A file with the credentials of a managed identity, which has not been read yet.
     *
     * @param below the directory in which the file must be after links are followed; empty if any
     *     directory is allowed
     */
    record FileNamed(Path path, Optional<Path> below) implements Proof {}

    /**
     * The content of the file of a {@link FileNamed}.
     *
     * @param certificate PEM, or PKCS#12 without a password, in Base64
     * @param authority the host that issues the tokens, which may be a regional host
     */
    record FileContent(Path path, Sensitive certificate, URI authority) implements Proof {}

    /** Whether the proof is a token that Entra trusts by a federated credential. */
    default boolean federated() {
        return this instanceof TokenFile || this instanceof ServiceAccount;
    }
}
