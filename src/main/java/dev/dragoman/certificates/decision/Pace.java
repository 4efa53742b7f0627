package dev.dragoman.certificates.decision;

import dev.dragoman.certificates.pki.Renewal;
import java.time.Duration;

/**
 * When things happen.
 *
 * @param fraction part of a certificate's life after which it is renewed
 * @param jitter part of the life by which that may be earlier
 * @param propagation time that others take until they use what a Secret holds, such as kubelets
 * @param trustWait longest time for which a CA that comes next waits for those who do not trust it
 * @param shortest life of a certificate that is renewed in time: one that is to live shorter is
 *     renewed no more often than one of this life
 */
public record Pace(
        double fraction,
        double jitter,
        Duration propagation,
        Duration trustWait,
        Duration shortest) {
    /** That of one certificate. */
    Renewal renewal(CertificateObject certificate) {
        var renewal = new Renewal(true, fraction, jitter, certificate.uid());
        return certificate.renewed() ? renewal : renewal.off();
    }

    /** Whether a certificate of this life is too short to be renewed in time. */
    boolean tooShort(Duration life) {
        return life.compareTo(shortest) < 0;
    }

    /** Least time between the begin of a certificate that is too short and its renewal. */
    Duration leastPause() {
        return Duration.ofMillis(Math.round(shortest.toMillis() * fraction));
    }
}
