package dev.dragoman.certificates.pki;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * When a certificate is valid, both ends included, in whole seconds.
 *
 * <p>A certificate begins some time before it is issued, so that those whose clock is behind accept
 * it. Its life is nevertheless exactly what the spec says: the end moves with the begin. So the
 * spec's {@code validFor} can be compared with what was issued, and certificates of MARIN3R, which
 * are not backdated, obey the same rule.
 *
 * <p>It begins at most a twentieth of the life earlier. Renewal comes at a fraction of the life,
 * counted from the begin: a certificate of ten seconds that began five minutes ago would be due
 * before it is issued, for ever. {@link Renewal} allows no fraction so small that a twentieth could
 * make it due at once.
 *
 * @param notBefore begin
 * @param notAfter end
 */
public record Validity(Instant notBefore, Instant notAfter) {
    /** How much earlier than now a certificate begins, where its life is long enough. */
    static final Duration BACKDATED = Duration.ofMinutes(5);

    /** Part of the life by which it begins earlier at most. */
    static final int BACKDATED_PART = 20;

    /** That of a certificate. */
    public static Validity of(X509Certificate certificate) {
        return new Validity(
                certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant());
    }

    /** That of a certificate that signs itself. */
    static Validity from(Instant now, Duration validFor) {
        var part = validFor.dividedBy(BACKDATED_PART);
        var earlier = part.compareTo(BACKDATED) < 0 ? part : BACKDATED;
        return starting(now.minusSeconds(earlier.toSeconds()), validFor);
    }

    /**
     * That of a certificate of an issuer: it begins no earlier and ends no later. The end is not
     * after the begin where the issuer is at its end.
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

    /** From begin to end. */
    public Duration life() {
        return Duration.between(notBefore, notAfter);
    }

    /** Whether it has not begun. */
    public boolean future(Instant now) {
        return now.isBefore(notBefore);
    }

    /** Whether it is over. */
    public boolean past(Instant now) {
        return now.isAfter(notAfter);
    }
}
