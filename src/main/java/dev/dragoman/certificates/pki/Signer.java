package dev.dragoman.certificates.pki;

import java.security.PrivateKey;

/**
 * A CA with its private key. {@link #toString} shows only the name.
 *
 * @param issuer the CA without its key
 * @param key the private key of the issuer's certificate
 */
public record Signer(Issuer issuer, PrivateKey key) {
    /**
     * Reads the Secret of a CA as {@link Issuer#read} does, and its key.
     *
     * @return a problem if the Secret holds no CA that can sign, or the key does not belong to the
     *     certificate
     */
    public static Result<Signer> read(TlsSecret secret) {
        return Issuer.read(secret).then(issuer -> of(issuer, secret));
    }

    /**
     * Adds the key to an issuer.
     *
     * @param secret the Secret from which the issuer was read
     * @return a problem if there is no key, or the key does not belong to the certificate
     */
    public static Result<Signer> of(Issuer issuer, TlsSecret secret) {
        return secret.key()
                .orElseGet(() -> Result.refused("is missing"))
                .in(TlsSecret.KEY)
                .then(
                        key ->
                                secret.hasKeyOf(issuer.certificate())
                                        ? Result.ok(new Signer(issuer, key))
                                        : Result.refused(
                                                "tls.key: does not belong to the certificate in tls.crt"));
    }

    @Override
    public String toString() {
        return "Signer[%s]".formatted(Certificates.name(issuer.certificate()));
    }
}
