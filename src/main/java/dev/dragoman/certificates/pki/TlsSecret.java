package dev.dragoman.certificates.pki;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is in a Secret of the type {@code kubernetes.io/tls}. Shows names only, never a value.
 *
 * @param data decoded values by their names; other names than these three are ignored. The arrays
 *     must not be changed any more
 */
public record TlsSecret(Map<String, byte[]> data) {
    /** The certificate, then those between it and the root. */
    public static final String CERTIFICATE = "tls.crt";

    /** The private key. */
    public static final String KEY = "tls.key";

    /** Certificates to trust. */
    public static final String TRUST = "ca.crt";

    public TlsSecret {
        data = Map.copyOf(data);
    }

    /** Where there is no Secret. */
    public static TlsSecret none() {
        return new TlsSecret(Map.of());
    }

    /** Value of a name; empty where it is missing or has no bytes. */
    public Optional<byte[]> get(String name) {
        return Optional.ofNullable(data.get(name)).filter(each -> each.length > 0);
    }

    /** The same with another value of a name. */
    public TlsSecret with(String name, byte[] value) {
        var changed = new HashMap<>(data);
        changed.put(name, value);
        return new TlsSecret(changed);
    }

    /** The same without a name. */
    public TlsSecret without(String name) {
        var changed = new HashMap<>(data);
        changed.remove(name);
        return new TlsSecret(changed);
    }

    @Override
    public String toString() {
        return "TlsSecret" + data.keySet().stream().sorted().toList();
    }
}
