package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.Renewal;
import java.time.Duration;

/**
 * Times of renewal and replacement. Immutable.
 *
 * @param fraction part of a certificate's life after which it is renewed
 * @param jitter part of the life by which the renewal may be earlier
 * @param propagation time until consumers, such as kubelets, use a changed Secret
 * @param trustWait longest time that a new CA waits, before it signs, until the trust bundle of
 *     every certificate has the new CA
 * @param shortest shortest life of certificates that are renewed in time; a certificate with a
 *     shorter life is renewed as often as one with this life
 */
public record Pace(
        double fraction,
        double jitter,
        Duration propagation,
        Duration trustWait,
        Duration shortest) {
    /** Renewal times of one certificate. */
    Renewal renewal(CertificateObject certificate) {
        var renewal = new Renewal(true, fraction, jitter, certificate.uid());
        return certificate.renewed() ? renewal : renewal.off();
    }

    /** Whether a certificate of this life is too short to be renewed in time. */
    boolean tooShort(Duration life) {
        return life.compareTo(shortest) < 0;
    }

    /** Least time between the begin of a certificate with a too short life and its renewal. */
    Duration leastPause() {
        return Duration.ofMillis(Math.round(shortest.toMillis() * fraction));
    }
}
