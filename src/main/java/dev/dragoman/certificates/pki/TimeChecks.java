package dev.dragoman.certificates.pki;

import dev.dragoman.certificates.pki.CertificateChecks.Facts;
import dev.dragoman.certificates.pki.Finding.Reason;
import java.time.Duration;
import java.util.Optional;

/** Whether it is time for another certificate. */
final class TimeChecks {
    /** So far clocks of others may be ahead. */
    static final Duration CLOCKS = Duration.ofMinutes(5);

    private TimeChecks() {}

    /** Whoever set the clock back gets a certificate that is valid now. */
    static Optional<Finding> notYetValid(Facts facts) {
        var validity = Validity.of(facts.certificate());
        // their clocks are not ours
        var now = facts.observed().others() ? facts.now().plus(CLOCKS) : facts.now();
        return validity.future(now)
                ? found(Reason.NOT_YET_VALID, "it is not valid before " + validity.notBefore())
                : Optional.empty();
    }

    static Optional<Finding> expired(Facts facts) {
        var validity = Validity.of(facts.certificate());
        return validity.past(facts.now())
                ? found(Reason.EXPIRED, "it has expired at " + validity.notAfter())
                : Optional.empty();
    }

    /**
     * Not where a new one would end no later: a certificate that ends with its issuer would be made
     * anew again and again, each time for a shorter life. Of others it is not known what they would
     * give now.
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
                        "its renewal is due since %s; it ends at %s"
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
