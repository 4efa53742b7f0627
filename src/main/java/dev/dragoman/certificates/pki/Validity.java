package dev.dragoman.certificates.pki;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * When a certificate is valid, both ends included, in whole seconds.
 *
 * <p>A certificate begins some time before it is issued, so that parties whose clock is behind
 * accept it. Its life is still exactly what the spec says, as the end moves with the begin. So the
 * spec's {@code validFor} can be compared with the life of an issued certificate, also of one by
 * MARIN3R, which does not backdate.
 *
 * <p>The begin lies before the issue by at most a twentieth of the life. Renewal is due at a
 * fraction of the life, counted from the begin: a certificate of ten seconds that began five
 * minutes ago would always be due already. {@link Renewal} allows no fraction so small that a
 * twentieth makes it due at once.
 *
 * @param notBefore begin
 * @param notAfter end
 */
public record Validity(Instant notBefore, Instant notAfter) {
    /** How much earlier than now a certificate begins, if its life is long enough. */
    static final Duration BACKDATED = Duration.ofMinutes(5);

    /** A certificate begins earlier by at most its life divided by this number. */
    static final int BACKDATED_PART = 20;

    /** The validity of a certificate. */
    public static Validity of(X509Certificate certificate) {
        return new Validity(
                certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant());
    }

    /** The validity of a new certificate that signs itself. */
    static Validity from(Instant now, Duration validFor) {
        var part = validFor.dividedBy(BACKDATED_PART);
        var earlier = part.compareTo(BACKDATED) < 0 ? part : BACKDATED;
        return starting(now.minusSeconds(earlier.toSeconds()), validFor);
    }

    /**
     * The validity of a new certificate of an issuer: it begins no earlier and ends no later than
     * the issuer. If the issuer is about to end, the end may lie before the begin.
     */
    static Validity within(Validity issuer, Instant now, Duration validFor) {
        var own = from(now, validFor);
        var begun =
                own.notBefore.isBefore(issuer.notBefore)
                        ? starting(issuer.notBefore, validFor)
                        : own;
        return begun.notAfter.isAfter(issuer.notAfter)
                ? new Validity(begun.notBefore, issuer.notAfter)
                : begun;
    }

    private static Validity starting(Instant begin, Duration validFor) {
        var second = begin.truncatedTo(ChronoUnit.SECONDS);
        return new Validity(second, second.plusSeconds(validFor.toSeconds()));
    }

    /** Time from begin to end. */
    public Duration life() {
        return Duration.between(notBefore, notAfter);
    }

    /** Whether the validity has not begun yet. */
    public boolean future(Instant now) {
        return now.isBefore(notBefore);
    }

    /** Whether the validity is over. */
    public boolean past(Instant now) {
        return now.isAfter(notAfter);
    }
}
