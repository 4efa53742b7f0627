package dev.dragoman.certificates.pki;

import dev.dragoman.certificates.pki.CertificateChecks.Facts;
import dev.dragoman.certificates.pki.Finding.Reason;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** Checks whether a certificate fits its issuer. */
final class IssuerChecks {
    private IssuerChecks() {}

    static Optional<Finding> signature(Facts facts) {
        var certificate = facts.certificate();
        var issuer = issuerOf(facts);
        if (Certificates.signed(issuer, certificate)) {
            return Optional.empty();
        }
        var name = Certificates.name(issuer);
        if (!issuer.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
            return found(
                    Reason.ISSUER_CHANGED,
                    "tls.crt was issued by '%s', but its issuer must be '%s'"
                            .formatted(certificate.getIssuerX500Principal().getName(), name));
        }
        var earlier =
                !Certificates.idsFit(issuer, certificate)
                        || facts.observed().former().stream()
                                .anyMatch(each -> Certificates.signed(each, certificate));
        return earlier
                ? found(
                        Reason.ISSUER_CHANGED,
                        "tls.crt was issued by an earlier certificate of '%s'".formatted(name))
                : found(
                        Reason.NOT_SIGNED,
                        "the signature of tls.crt is not that of its issuer '%s'".formatted(name));
    }

    /**
     * Checks the chain in {@code tls.crt}, and {@code ca.crt}. Tolerates MARIN3R's Secrets, which
     * have neither.
     */
    static Optional<Finding> chain(Facts facts) {
        var wanted = facts.observed().issuer().map(Issuer::intermediates).orElse(List.of());
        var sent = facts.chain().subList(1, facts.chain().size());
        if (!sent.equals(wanted) && (facts.observed().ours() || !sent.isEmpty())) {
            return found(
                    Reason.CHAIN,
                    "tls.crt has %d certificates after the first; they must be the %d certificates of the issuer's chain"
                            .formatted(sent.size(), wanted.size()));
        }
        return facts.observed()
                .secret()
                .certificates(TlsSecret.TRUST)
                .flatMap(each -> trust(facts, each));
    }

    private static Optional<Finding> trust(Facts facts, Result<List<X509Certificate>> trusted) {
        if (trusted.toOptional().isEmpty()) {
            return found(Reason.UNREADABLE, TlsSecret.TRUST + " " + trusted.problem());
        }
        var last = facts.chain().getLast();
        var leads =
                trusted.toOptional().get().stream()
                        .anyMatch(each -> each.equals(last) || Certificates.signed(each, last));
        return leads
                ? Optional.empty()
                : found(Reason.CHAIN, "ca.crt has no CA to which the chain in tls.crt leads");
    }

    static Optional<Finding> outlives(Facts facts) {
        var end = Validity.of(facts.certificate()).notAfter();
        var issuerEnd = Validity.of(issuerOf(facts)).notAfter();
        return facts.observed().ours() && end.isAfter(issuerEnd)
                ? found(
                        Reason.OUTLIVES_ISSUER,
                        "the certificate ends at %s, after its issuer, which ends at %s"
                                .formatted(end, issuerEnd))
                : Optional.empty();
    }

    private static X509Certificate issuerOf(Facts facts) {
        return facts.observed().issuer().map(Issuer::certificate).orElse(facts.certificate());
    }

    private static Optional<Finding> found(Reason reason, String message) {
        return Optional.of(new Finding(reason, message));
    }
}
