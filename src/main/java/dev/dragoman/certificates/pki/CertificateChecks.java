package dev.dragoman.certificates.pki;

import dev.dragoman.certificates.pki.Finding.Reason;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds what is wrong with an existing certificate. Reads certificate and key from the Secret, and
 * then runs each check. Pure.
 */
public final class CertificateChecks {
    private static final List<Check> CHECKS =
            List.of(
                    IssuerChecks::signature,
                    IssuerChecks::chain,
                    IssuerChecks::outlives,
                    SpecChecks::commonName,
                    SpecChecks::hosts,
                    SpecChecks::usages,
                    SpecChecks::caFlag,
                    SpecChecks::duration,
                    SpecChecks::keySpec,
                    TimeChecks::notYetValid,
                    TimeChecks::expired,
                    TimeChecks::due);

    /** A check of a certificate. */
    private interface Check {
        Optional<Finding> on(Facts facts);
    }

    /**
     * The input of the checks.
     *
     * @param observed the existing certificate and its spec
     * @param chain all certificates of {@code tls.crt}, not empty
     * @param now the time at which the certificate is checked
     */
    record Facts(ObservedCertificate observed, List<X509Certificate> chain, Instant now) {
        X509Certificate certificate() {
            return chain.getFirst();
        }

        CertificateSpec spec() {
            return observed.spec();
        }
    }

    private CertificateChecks() {}

    /** All findings, the most important first; empty if the certificate is as it should be. */
    public static List<Finding> findings(ObservedCertificate observed, Instant now) {
        var findings = new ArrayList<Finding>();
        var secret = observed.secret();
        var chain =
                part(TlsSecret.CERTIFICATE, secret.certificates(TlsSecret.CERTIFICATE), findings);
        var key = part(TlsSecret.KEY, secret.key(), findings);
        if (chain.isPresent()) {
            var facts = new Facts(observed, chain.get(), now);
            if (key.isPresent() && !secret.hasKeyOf(facts.certificate())) {
                findings.add(
                        new Finding(
                                Reason.KEY_MISMATCH,
                                "tls.key does not belong to the certificate in tls.crt"));
            }
            CHECKS.forEach(each -> each.on(facts).ifPresent(findings::add));
        }
        findings.sort(Comparator.comparing(Finding::reason));
        return List.copyOf(findings);
    }

    private static <T> Optional<T> part(
            String name, Optional<Result<T>> read, List<Finding> findings) {
        if (read.isEmpty()) {
            findings.add(new Finding(Reason.MISSING, "the Secret has no " + name));
            return Optional.empty();
        }
        if (read.get().toOptional().isEmpty()) {
            findings.add(new Finding(Reason.UNREADABLE, name + " " + read.get().problem()));
        }
        return read.get().toOptional();
    }
}
