package dev.dragoman.certificates.pki;

import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A certificate to issue, with a new key unless a key is kept. Immutable.
 *
 * @param spec properties of the certificate
 * @param signer the CA that signs the certificate; empty if it signs itself
 * @param predecessor the CA that the certificate replaces, whose name constraints it takes over;
 *     empty without one
 * @param kept a key to use if it is of the kind that the spec asks for; empty for a new key
 */
public record Issuance(
        CertificateSpec spec,
        Optional<Signer> signer,
        Optional<X509Certificate> predecessor,
        Optional<KeyPair> kept) {
    /** An issuance with a new key. */
    public Issuance(
            CertificateSpec spec, Optional<Signer> signer, Optional<X509Certificate> predecessor) {
        this(spec, signer, predecessor, Optional.empty());
    }

    /** A certificate that signs itself. */
    public static Issuance selfSigned(CertificateSpec spec) {
        return new Issuance(spec, Optional.empty(), Optional.empty());
    }

    /** A certificate that a CA signs. */
    public static Issuance by(Signer signer, CertificateSpec spec) {
        return new Issuance(spec, Optional.of(signer), Optional.empty());
    }

    /** Copy that replaces an existing certificate. */
    public Issuance replacing(X509Certificate former) {
        return new Issuance(spec, signer, Optional.of(former), kept);
    }

    /** Copy with an existing key. */
    public Issuance keeping(KeyPair pair) {
        return new Issuance(spec, signer, predecessor, Optional.of(pair));
    }

    private KeyPair pair(SecureRandom random) {
        return spec.key().keptOrMade(kept, random);
    }

    /** Does not show the key. */
    @Override
    public String toString() {
        return "Issuance[%s]".formatted(spec.commonName());
    }

    /**
     * Makes the key and signs the certificate.
     *
     * @return a problem if the spec is invalid, or the issuer may not sign the certificate
     * @throws IllegalStateException when the JDK lacks an algorithm
     */
    public Result<Issued> issue(Instant now, SecureRandom random) {
        var problems = spec.problems();
        return problems.isEmpty()
                ? signer.map(each -> signed(each, now, random)).orElseGet(() -> alone(now, random))
                : Result.refused(String.join("; ", problems));
    }

    private Result<Issued> alone(Instant now, SecureRandom random) {
        var pair = pair(random);
        var certificate =
                X509Encoding.sign(
                        template(
                                pair,
                                Validity.from(now, spec.validFor()),
                                spec.pathLength(),
                                Optional.empty()),
                        pair.getPrivate(),
                        pair.getPublic(),
                        random);
        return Result.ok(new Issued(pair.getPrivate(), List.of(certificate), List.of(certificate)));
    }

    private Result<Issued> signed(Signer by, Instant now, SecureRandom random) {
        var issuer = by.issuer();
        var ca = issuer.certificate();
        var refusal = refusal(issuer, now);
        if (refusal.isPresent()) {
            return Result.refused(
                    "the issuer '%s' cannot sign the certificate: %s"
                            .formatted(Certificates.name(ca), refusal.get()));
        }
        var pair = pair(random);
        var certificate =
                X509Encoding.sign(
                        template(
                                pair,
                                Validity.within(Validity.of(ca), now, spec.validFor()),
                                pathLength(spec, ca),
                                Optional.of(ca)),
                        by.key(),
                        ca.getPublicKey(),
                        random);
        var chain = Stream.concat(Stream.of(certificate), issuer.intermediates().stream());
        return Result.ok(new Issued(pair.getPrivate(), chain.toList(), issuer.anchors()));
    }

    private X509Encoding.Template template(
            KeyPair pair, Validity validity, int pathLength, Optional<X509Certificate> parent) {
        return new X509Encoding.Template(
                spec,
                pair.getPublic(),
                validity,
                pathLength,
                parent,
                predecessor.filter(_ -> spec.ca()));
    }

    /** Path length of a certificate; a CA's path length is less than its issuer's. */
    static int pathLength(CertificateSpec spec, X509Certificate issuer) {
        return spec.ca() ? Math.min(spec.pathLength(), issuer.getBasicConstraints() - 1) : 0;
    }

    private Optional<String> refusal(Issuer issuer, Instant now) {
        var ca = issuer.certificate();
        var life = Validity.of(ca);
        if (life.future(now)) {
            return Optional.of("the issuer is not valid before " + life.notBefore());
        }
        if (!now.isBefore(life.notAfter())) {
            return Optional.of("the issuer expired at " + life.notAfter());
        }
        if (spec.ca() && ca.getBasicConstraints() == 0) {
            return Optional.of("the issuer may sign no CAs, since its path length is 0");
        }
        // also checks the CAs above the issuer: their name constraints hold for all certificates
        // below them
        return issuer.path()
                .flatMap(each -> X509Encoding.excluded(each, spec).stream())
                .findFirst()
                .map(each -> "the issuer or a CA above it has name constraints, and " + each);
    }
}
