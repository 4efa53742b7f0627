package dev.dragoman.certificates.pki;

import dev.dragoman.certificates.pki.CertificateChecks.Facts;
import dev.dragoman.certificates.pki.Finding.Reason;
import java.time.Duration;
import java.util.Optional;

/** Checks whether it is time for another certificate. */
final class TimeChecks {
    /** How far the clock of an external signer may be ahead of the operator's. */
    static final Duration CLOCKS = Duration.ofMinutes(5);

    private TimeChecks() {}

    /**
     * Finds a certificate that begins in the future, as after the operator's clock was set back.
     */
    static Optional<Finding> notYetValid(Facts facts) {
        var validity = Validity.of(facts.certificate());
        // the clock of an external signer may be ahead
        var now = facts.observed().others() ? facts.now().plus(CLOCKS) : facts.now();
        return validity.future(now)
                ? found(
                        Reason.NOT_YET_VALID,
                        "the certificate is not valid before " + validity.notBefore())
                : Optional.empty();
    }

    static Optional<Finding> expired(Facts facts) {
        var validity = Validity.of(facts.certificate());
        return validity.past(facts.now())
                ? found(Reason.EXPIRED, "the certificate expired at " + validity.notAfter())
                : Optional.empty();
    }

    /**
     * Renewal is not due if a new certificate would end no later. Otherwise a certificate that ends
     * with its issuer would be renewed again and again, each time for a shorter life. The end of an
     * external signer's next certificate is not known, so its certificates are always renewed.
     */
    static Optional<Finding> due(Facts facts) {
        var renewal = facts.observed().renewal();
        var at = renewal.at(facts.certificate());
        var validity = Validity.of(facts.certificate());
        var longer =
                facts.observed().others() || next(facts).notAfter().isAfter(validity.notAfter());
        return renewal.enabled() && longer && !facts.now().isBefore(at)
                ? found(
                        Reason.DUE,
                        "the renewal is due since %s; the certificate ends at %s"
                                .formatted(at, validity.notAfter()))
                : Optional.empty();
    }

    private static Validity next(Facts facts) {
        var length = facts.spec().validFor();
        return facts.observed()
                .issuer()
                .map(each -> Validity.of(each.certificate()))
                .map(each -> Validity.within(each, facts.now(), length))
                .orElseGet(() -> Validity.from(facts.now(), length));
    }

    private static Optional<Finding> found(Reason reason, String message) {
        return Optional.of(new Finding(reason, message));
    }
}
