package dev.dragoman.certificates.pki;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/**
 * A new certificate with its key. {@link #toString} shows only the name.
 *
 * @param key the private key
 * @param chain the certificate, then the CAs between it and the root
 * @param anchors the CAs for {@code ca.crt}
 */
public record Issued(PrivateKey key, List<X509Certificate> chain, List<X509Certificate> anchors) {
    public Issued {
        chain = List.copyOf(chain);
        anchors = List.copyOf(anchors);
    }

    /** The certificate itself. */
    public X509Certificate certificate() {
        return chain.getFirst();
    }

    /** Key, chain and anchors as data of a Secret. */
    public TlsSecret secret() {
        return new TlsSecret(
                Map.of(
                        TlsSecret.CERTIFICATE, PemFiles.write(chain),
                        TlsSecret.KEY, PemFiles.write(key),
                        TlsSecret.TRUST, PemFiles.write(anchors)));
    }

    @Override
    public String toString() {
        return "Issued[%s]".formatted(Certificates.name(certificate()));
    }
}
