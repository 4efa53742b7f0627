package dev.dragoman.certificates.pki;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * An existing certificate, and what it should be. Immutable.
 *
 * @param spec what it should be, without problems
 * @param secret its Secret; {@link TlsSecret#none} where there is none
 * @param issuer the CA that the spec names; empty where the certificate signs itself
 * @param former former certificates of that CA, which may have signed it
 * @param ours whether we issued it. One of MARIN3R may lack key identifiers, usages, chain and path
 *     length, and may end after its issuer: these are no findings, so that a takeover issues
 *     nothing anew
 * @param others whether others have signed it for us: they may give it a shorter life and further
 *     usages
 * @param renewal when it is renewed
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

    /** A certificate that others have not signed for us. */
    public ObservedCertificate(
            CertificateSpec spec,
            TlsSecret secret,
            Optional<Issuer> issuer,
            List<X509Certificate> former,
            boolean ours,
            Renewal renewal) {
        this(spec, secret, issuer, former, ours, false, renewal);
    }
}
