package dev.dragoman.certificates.pki;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/**
 * A certificate with its key, just made. Shows its name only.
 *
 * @param chain the certificate, then those between it and the root
 * @param anchors what others trust
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

    /** All of it as the content of one Secret, to be written at once. */
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
