package dev.dragoman.certificates.pki;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * A certificate that is there, beside what it should be.
 *
 * @param spec must have no problems
 * @param secret {@link TlsSecret#none} where there is none
 * @param issuer the CA that the spec names; empty where the certificate signs itself
 * @param former earlier certificates of that CA, which may have signed it
 * @param ours whether we issued it. One that MARIN3R issued lacks some things that ours have (key
 *     identifiers, usages, chain, a path length), and may end after its issuer: none of these is
 *     found, so that taking over issues nothing anew
 * @param others whether others have signed it for us: a length of life and usages are theirs to
 *     decide, as long as they are enough
 * @param renewal when it is renewed
 */
public record Observed(
        CertificateSpec spec,
        TlsSecret secret,
        Optional<Issuer> issuer,
        List<X509Certificate> former,
        boolean ours,
        boolean others,
        Renewal renewal) {
    public Observed {
        former = List.copyOf(former);
    }

    /** Of one that nobody else has signed for us. */
    public Observed(
            CertificateSpec spec,
            TlsSecret secret,
            Optional<Issuer> issuer,
            List<X509Certificate> former,
            boolean ours,
            Renewal renewal) {
        this(spec, secret, issuer, former, ours, false, renewal);
    }
}
