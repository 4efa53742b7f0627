package dev.dragoman.certificates.pki;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Certificates with private keys that were found to belong to them, or with public keys that have
 * signed them: a signature takes longer than all else in a look at a Secret. Holds digests alone,
 * the last ones that were used. Thread-safe.
 */
final class KnownPairs {
    private final Map<ByteBuffer, Boolean> known;

    /**
     * Knows none.
     *
     * @param most how many it holds
     */
    KnownPairs(int most) {
        known =
                new LinkedHashMap<>(16, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Boolean> eldest) {
                        return size() > most;
                    }
                };
    }

    /**
     * Whether they belong together. Only a yes is remembered.
     *
     * @param check is asked where it is not known
     */
    boolean belong(X509Certificate certificate, Key key, BooleanSupplier check)
            throws GeneralSecurityException {
        var pair = digest(certificate, key);
        if (pair.filter(this::has).isPresent()) {
            return true;
        }
        boolean belong = check.getAsBoolean();
        if (belong) {
            pair.ifPresent(this::remember);
        }
        return belong;
    }

    /** Whether it is known that they belong together. */
    boolean knows(X509Certificate certificate, Key key) throws GeneralSecurityException {
        return digest(certificate, key).filter(this::has).isPresent();
    }

    private boolean has(ByteBuffer pair) {
        synchronized (known) {
            return known.get(pair) != null;
        }
    }

    /** They belong together: the certificate has the public half of the key, made with it. */
    void made(X509Certificate certificate, PrivateKey key) throws GeneralSecurityException {
        digest(certificate, key).ifPresent(this::remember);
    }

    private void remember(ByteBuffer pair) {
        synchronized (known) {
            known.put(pair, true);
        }
    }

    /** Empty for a key without bytes, as one in a device is. */
    private static Optional<ByteBuffer> digest(X509Certificate certificate, Key key)
            throws GeneralSecurityException {
        var encoded = key.getEncoded();
        if (encoded == null) {
            return Optional.empty();
        }
        var digest = MessageDigest.getInstance("SHA-256");
        // their lengths are in them: no two pairs have the same bytes
        digest.update(certificate.getEncoded());
        return Optional.of(ByteBuffer.wrap(digest.digest(encoded)));
    }

    /** How many it holds. */
    int size() {
        synchronized (known) {
            return known.size();
        }
    }
}
