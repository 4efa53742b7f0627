package dev.dragoman.certificates.pki;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Cache of pairs of a certificate and a key: its private key, or the public key that verifies its
 * signature. It saves the slowest part of the check of a Secret: making or verifying a signature.
 * Holds only digests of the pairs that were used last. Thread-safe.
 */
final class KnownPairs {
    private final Map<ByteBuffer, Boolean> known;

    /**
     * An empty cache.
     *
     * @param most maximum number of pairs
     */
    KnownPairs(int most) {
        known =
                Collections.synchronizedMap(
                        new LinkedHashMap<>(16, 0.75f, true) {
                            @Override
                            protected boolean removeEldestEntry(
                                    Map.Entry<ByteBuffer, Boolean> eldest) {
                                return size() > most;
                            }
                        });
    }

    /**
     * Whether certificate and key belong together. Only a positive answer is remembered.
     *
     * @param check called if the answer is not known
     */
    boolean belong(X509Certificate certificate, Key key, BooleanSupplier check)
            throws GeneralSecurityException {
        var pair = digest(certificate, key);
        if (pair.map(known::get).isPresent()) {
            return true;
        }
        boolean belong = check.getAsBoolean();
        if (belong) {
            pair.ifPresent(each -> known.put(each, true));
        }
        return belong;
    }

    /** Remembers that certificate and key belong together, because one was made for the other. */
    void made(X509Certificate certificate, PrivateKey key) throws GeneralSecurityException {
        digest(certificate, key).ifPresent(pair -> known.put(pair, true));
    }

    /** A digest of both; empty for a key without encoding, such as one in a hardware module. */
    private static Optional<ByteBuffer> digest(X509Certificate certificate, Key key)
            throws GeneralSecurityException {
        var encoded = key.getEncoded();
        if (encoded == null) {
            return Optional.empty();
        }
        var digest = MessageDigest.getInstance("SHA-256");
        // DER contains its length, so different pairs never have the same bytes
        digest.update(certificate.getEncoded());
        return Optional.of(ByteBuffer.wrap(digest.digest(encoded)));
    }

    /** How many pairs the cache holds. */
    int size() {
        return known.size();
    }
}
