package dev.dragoman.azure.identity;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** By what an identity shows Entra that it is the one. Shows no secret. */
public sealed interface Proof {
    /** A service principal's secret. */
    record ClientSecret(Sensitive value) implements Proof {}

    /**
     * A service principal's certificate with its private key.
     *
     * @param content PEM, or PKCS#12 in Base64
     * @param password of a PKCS#12; empty where it has none
     */
    record ClientCertificate(Sensitive content, Optional<Sensitive> password) implements Proof {}

    /** The token of the operator's own service account, which is in a file. */
    record TokenFile() implements Proof {}

    /** A token of a service account, which is asked for whenever Entra is. */
    record ServiceAccount(String namespace, String name) implements Proof {
        /** What Entra compares with the subject of a federated credential. */
        public String subject() {
            return "system:serviceaccount:%s:%s".formatted(namespace, name);
        }
    }

    /** That the operator runs on a node which has the identity: its metadata service tells. */
    record NodeIdentity() implements Proof {}

    /**
     * A file with the credentials of a managed identity, which was not read yet.
     *
     * @param below the directory that it really has to lie in; empty where it may lie anywhere
     */
    record FileNamed(Path path, Optional<Path> below) implements Proof {}

    /**
     * What such a file says.
     *
     * @param certificate PEM, or PKCS#12 without a password, in Base64
     * @param authority where its tokens come from, which may be a regional name
     */
    record FileContent(Path path, Sensitive certificate, URI authority) implements Proof {}

    /** Whether it is a token that Entra trusts by a federated credential. */
    default boolean federated() {
        return this instanceof TokenFile || this instanceof ServiceAccount;
    }
}
