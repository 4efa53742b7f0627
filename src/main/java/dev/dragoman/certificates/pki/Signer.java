package dev.dragoman.certificates.pki;

import java.security.PrivateKey;

/**
 * A CA with its private key. Shows its name only.
 *
 * @param issuer its public half
 * @param key belongs to the issuer's certificate
 */
public record Signer(Issuer issuer, PrivateKey key) {
    /**
     * Reads the Secret of a CA, as {@link Issuer#read} does, and its key.
     *
     * @return the problem names what is wrong in the Secret, also where the key is another one's
     */
    public static Result<Signer> read(TlsSecret secret) {
        return Issuer.read(secret).then(issuer -> of(issuer, secret));
    }

    /**
     * With the key of the Secret that the issuer was read from.
     *
     * @return the problem names what is wrong in the Secret, also where the key is another one's
     */
    public static Result<Signer> of(Issuer issuer, TlsSecret secret) {
        return secret.key()
                .orElseGet(() -> Result.refused("is missing"))
                .in(TlsSecret.KEY)
                .then(key -> of(issuer, key));
    }

    private static Result<Signer> of(Issuer issuer, PrivateKey key) {
        return Certificates.belong(issuer.certificate(), key)
                ? Result.ok(new Signer(issuer, key))
                : Result.refused("tls.key: does not belong to the certificate in tls.crt");
    }

    @Override
    public String toString() {
        return "Signer[%s]".formatted(Certificates.name(issuer.certificate()));
    }
}
