package dev.dragoman.certificates.pki;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Data of a Secret of the type {@code kubernetes.io/tls}. {@link #toString} shows only names, never
 * a value. Each value is parsed and hashed at most once, except in a race. Immutable and
 * thread-safe.
 */
public final class TlsSecret {
    /** The certificate, then the CAs between it and the root. */
    public static final String CERTIFICATE = "tls.crt";

    /** The private key. */
    public static final String KEY = "tls.key";

    /** Certificates to trust. */
    public static final String TRUST = "ca.crt";

    /** A value, with cached results. */
    private static final class Value {
        final byte[] bytes;
        volatile Result<List<X509Certificate>> certificates;
        volatile Result<PrivateKey> key;
        volatile String hash;
        volatile X509Certificate fits;

        Value(byte[] bytes) {
            this.bytes = bytes;
        }

        Result<List<X509Certificate>> certificates() {
            if (certificates == null) {
                certificates = PemFiles.certificates(bytes);
            }
            return certificates;
        }

        Result<PrivateKey> key() {
            if (key == null) {
                key = PemFiles.privateKey(bytes);
            }
            return key;
        }

        /** Tries the key once: signing is the slowest part of the check of a Secret. */
        boolean fits(X509Certificate certificate) {
            boolean belongs =
                    certificate.equals(fits)
                            || key().toOptional()
                                    .filter(key -> Certificates.belong(certificate, key))
                                    .isPresent();
            fits = belongs ? certificate : fits;
            return belongs;
        }

        String hash() {
            if (hash == null) {
                hash = CertificateHash.of(bytes);
            }
            return hash;
        }
    }

    /** Distinguishes the private constructor from the public one. */
    private record Values(Map<String, Value> all) {}

    private final Map<String, Value> values;

    /**
     * Data as it was read or shall be written.
     *
     * @param data decoded values by name; the arrays must not be changed afterwards
     */
    public TlsSecret(Map<String, byte[]> data) {
        var all = new HashMap<String, Value>();
        data.forEach((name, value) -> all.put(name, new Value(value)));
        this.values = all;
    }

    /** Shares the values of another instance, with their cached results. */
    private TlsSecret(Values values) {
        this.values = values.all;
    }

    /** Stands for a Secret that does not exist. */
    public static TlsSecret none() {
        return new TlsSecret(Map.of());
    }

    /** Decoded values by name; the arrays must not be changed. */
    public Map<String, byte[]> data() {
        return values.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, each -> each.getValue().bytes));
    }

    private Optional<Value> value(String name) {
        return Optional.ofNullable(values.get(name)).filter(each -> each.bytes.length > 0);
    }

    /** Value of a name; empty if the value is missing or has no bytes. */
    public Optional<byte[]> get(String name) {
        return value(name).map(each -> each.bytes);
    }

    /**
     * Certificates in the value of a name, as {@link PemFiles#certificates} reads them; empty if
     * the value is missing or has no bytes.
     */
    public Optional<Result<List<X509Certificate>>> certificates(String name) {
        return value(name).map(Value::certificates);
    }

    /**
     * The key in {@code tls.key}, as {@link PemFiles#privateKey} reads it; empty if there is none.
     */
    public Optional<Result<PrivateKey>> key() {
        return value(KEY).map(Value::key);
    }

    /** Whether the key in {@code tls.key} belongs to a certificate. */
    public boolean hasKeyOf(X509Certificate certificate) {
        return value(KEY).filter(each -> each.fits(certificate)).isPresent();
    }

    /**
     * The {@link CertificateHash} of the value of a name; empty if the value is missing or has no
     * bytes.
     */
    public Optional<String> hash(String name) {
        return value(name).map(Value::hash);
    }

    /** Copy with another value of a name. */
    public TlsSecret with(String name, byte[] value) {
        var changed = new HashMap<>(values);
        changed.put(name, new Value(value));
        return new TlsSecret(new Values(changed));
    }

    /** Copy without the value of a name. */
    public TlsSecret without(String name) {
        var changed = new HashMap<>(values);
        changed.remove(name);
        return new TlsSecret(new Values(changed));
    }

    @Override
    public String toString() {
        return "TlsSecret" + values.keySet().stream().sorted().toList();
    }
}
