package dev.dragoman.certificates.pki;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * An existing certificate and its spec. Immutable.
 *
 * @param spec the wanted certificate; has no problems
 * @param secret its Secret; {@link TlsSecret#none} if there is no Secret
 * @param issuer the CA that the spec names; empty if the certificate signs itself
 * @param former earlier certificates of that CA, one of which may have signed the existing
 *     certificate
 * @param ours whether this operator issued the certificate. A certificate of MARIN3R may lack key
 *     identifiers, usages, chain and path length, and may end after its issuer. None of this is a
 *     finding, so that a takeover issues no certificate
 * @param others whether an external signer has signed the certificate, which may have a shorter
 *     life and further usages
 * @param renewal when the certificate is renewed
 */
public record ObservedCertificate(
        CertificateSpec spec,
        TlsSecret secret,
        Optional<Issuer> issuer,
        List<X509Certificate> former,
        boolean ours,
        boolean others,
        Renewal renewal) {
    public ObservedCertificate {
        former = List.copyOf(former);
    }
}
