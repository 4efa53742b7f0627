package dev.dragoman.certificates.pki;

import dev.dragoman.certificates.pki.CertificateChecks.Facts;
import dev.dragoman.certificates.pki.Finding.Reason;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks whether a certificate is as its spec says. */
final class SpecChecks {
    static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
    static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";

    /** How long before its issue a certificate from an external signer may begin. */
    private static final Duration BEGUN_BEFORE = Duration.ofDays(1);

    private SpecChecks() {}

    static Optional<Finding> commonName(Facts facts) {
        var is = X509Encoding.commonName(facts.certificate()).orElse("");
        return unless(
                is.equals(facts.spec().commonName()),
                Reason.COMMON_NAME,
                "the common name is '%s', but the spec has '%s'"
                        .formatted(is, facts.spec().commonName()));
    }

    static Optional<Finding> hosts(Facts facts) {
        var wanted =
                facts.spec().names().stream()
                        .map(Host::text)
                        .collect(Collectors.toCollection(TreeSet::new));
        var is =
                Certificates.hosts(facts.certificate()).stream()
                        .filter(each -> wanted.contains(each) || !facts.spec().onlyCopied(each))
                        .collect(Collectors.toCollection(TreeSet::new));
        return unless(
                is.equals(wanted),
                Reason.HOSTS,
                "the hosts are %s, but the spec has %s".formatted(is, wanted));
    }

    static Optional<Finding> usages(Facts facts) {
        var is = Certificates.extendedUsages(facts.certificate());
        var specified = extendedUsages(facts.spec());
        // a spec without usages allows servers and clients; an external signer may have added both
        // usages
        var wanted =
                facts.observed().others() && specified.isEmpty() && !is.isEmpty()
                        ? Set.of(SERVER_AUTH, CLIENT_AUTH)
                        : specified;
        var fits =
                facts.observed().ours()
                        ? is.equals(wanted) && keyUsageOfOurs(facts)
                        // a certificate without usages may be used for everything
                        : (is.isEmpty() || is.containsAll(wanted)) && keyUsageOfOthers(facts);
        return unless(
                fits,
                Reason.USAGES,
                "the certificate may not be used %s, or may be used for more than that"
                        .formatted(purpose(facts.spec())));
    }

    private static String purpose(CertificateSpec spec) {
        if (spec.ca()) {
            return "by a CA";
        }
        if (spec.server() && spec.client()) {
            return "by a server that is a client too";
        }
        if (!spec.server() && !spec.client()) {
            return "by servers and clients";
        }
        return spec.server() ? "by a server" : "by a client";
    }

    private static Set<String> extendedUsages(CertificateSpec spec) {
        var usages = new TreeSet<String>();
        if (spec.server()) {
            usages.add(SERVER_AUTH);
        }
        if (spec.client()) {
            usages.add(CLIENT_AUTH);
        }
        return usages;
    }

    private static boolean keyUsageOfOurs(Facts facts) {
        var certificate = facts.certificate();
        if (facts.spec().ca()) {
            return Certificates.hasUsage(certificate, Certificates.CERTIFICATE_SIGN)
                    && Certificates.hasUsage(certificate, Certificates.CRL_SIGN);
        }
        var encrypts = facts.spec().encrypts() && rsa(certificate);
        return Certificates.hasUsage(certificate, Certificates.DIGITAL_SIGNATURE)
                && Certificates.hasUsage(certificate, Certificates.KEY_ENCIPHERMENT) == encrypts;
    }

    private static boolean rsa(X509Certificate certificate) {
        return "RSA".equals(certificate.getPublicKey().getAlgorithm());
    }

    private static boolean keyUsageOfOthers(Facts facts) {
        return Certificates.mayHaveUsage(
                facts.certificate(),
                facts.spec().ca() ? Certificates.CERTIFICATE_SIGN : Certificates.DIGITAL_SIGNATURE);
    }

    static Optional<Finding> caFlag(Facts facts) {
        var is = facts.certificate().getBasicConstraints();
        if (!facts.spec().ca() || is < 0) {
            return unless(
                    facts.spec().ca() == is >= 0,
                    Reason.CA_FLAG,
                    is >= 0
                            ? "the certificate is a CA, but the spec is not"
                            : "the certificate is no CA, but the spec is");
        }
        int wanted =
                facts.observed()
                        .issuer()
                        .map(each -> Issuance.pathLength(facts.spec(), each.certificate()))
                        .orElse(facts.spec().pathLength());
        // CAs of MARIN3R have no limit
        return unless(
                facts.observed().ours() ? is == wanted : is >= wanted,
                Reason.CA_FLAG,
                "the CA's path length is %d, but should be %d".formatted(is, wanted));
    }

    /**
     * Checks the life. A shorter life is no finding if the certificate ends together with its
     * issuer.
     */
    static Optional<Finding> duration(Facts facts) {
        var validity = Validity.of(facts.certificate());
        long is = validity.life().toSeconds();
        long wanted = facts.spec().validFor().toSeconds();
        var cut =
                facts.observed()
                        .issuer()
                        .map(each -> Validity.of(each.certificate()).notAfter())
                        .filter(validity.notAfter()::equals)
                        .isPresent();
        // an external signer may shorten the life, and begin it before the issue
        boolean theirs = facts.observed().others() && is <= wanted + BEGUN_BEFORE.toSeconds();
        return unless(
                is == wanted || (cut && is < wanted) || theirs,
                Reason.DURATION,
                "the certificate is valid for %d s, but validFor is %d s".formatted(is, wanted));
    }

    static Optional<Finding> keySpec(Facts facts) {
        var is = KeySpec.of(facts.certificate().getPublicKey());
        return unless(
                is.filter(facts.spec().key()::equals).isPresent(),
                Reason.KEY_SPEC,
                "the key is %s, but the spec has %s"
                        .formatted(
                                is.map(KeySpec::text).orElse("of an unknown kind"),
                                facts.spec().key().text()));
    }

    private static Optional<Finding> unless(boolean fits, Reason reason, String message) {
        return fits ? Optional.empty() : Optional.of(new Finding(reason, message));
    }
}
