package dev.dragoman.certificates.pki;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/**
 * Computes when a certificate is renewed. The time depends only on the certificate and the seed, so
 * that each replica and each start compute the same time. Immutable.
 *
 * @param enabled whether the certificate is renewed at all
 * @param fraction part of the life, from its begin, after which it is renewed: 0.3 to 0.95
 * @param jitter part of the life by which the renewal may be earlier, so that certificates made
 *     together are not renewed together: 0 to 0.1
 * @param seed a text that is different for each certificate, such as the uid of its object
 */
public record Renewal(boolean enabled, double fraction, double jitter, String seed) {
    /** Default of {@code fraction}, as with MARIN3R. */
    public static final double FRACTION = 0.8;

    /** Default of {@code jitter}. */
    public static final double JITTER = 0.02;

    private static final double SMALLEST_FRACTION = 0.3;
    private static final double LARGEST_FRACTION = 0.95;
    private static final double LARGEST_JITTER = 0.1;
    private static final Duration SHORTEST_REST = Duration.ofSeconds(1);

    /** Longest time until the next check, as a timer does not notice if the clock is set. */
    private static final Duration LONGEST_REST = Duration.ofHours(1);

    /**
     * Checks fraction and jitter.
     *
     * @throws IllegalArgumentException when a number is out of range, with the allowed range
     */
    public Renewal {
        require("fraction", fraction, SMALLEST_FRACTION, LARGEST_FRACTION);
        require("jitter", jitter, 0, LARGEST_JITTER);
    }

    /** A renewal with the default numbers. */
    public static Renewal usual(String seed) {
        return new Renewal(true, FRACTION, JITTER, seed);
    }

    /** Copy that is not enabled. */
    public Renewal off() {
        return new Renewal(false, fraction, jitter, seed);
    }

    private static void require(String name, double value, double least, double most) {
        // negated, so that NaN is refused too
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(
                    "the renewal's %s is %s; write %s to %s".formatted(name, value, least, most));
        }
    }

    /** When the renewal is due, even if renewal is not enabled. */
    public Instant at(X509Certificate certificate) {
        var validity = Validity.of(certificate);
        var part = fraction - jitter * share(seed + "/" + certificate.getSerialNumber());
        return validity.notBefore().plusMillis(Math.round(validity.life().toMillis() * part));
    }

    /**
     * Time until the certificate has to be checked again: until its renewal is due, even if renewal
     * is off, and from then on until it ends. At least a second, and at most an hour, to notice
     * when the clock is set.
     */
    public Duration rest(X509Certificate certificate, Instant now) {
        var renewed = at(certificate);
        var end = Validity.of(certificate).notAfter().plusSeconds(1);
        var next = now.isBefore(renewed) ? renewed : end;
        var rest = now.isBefore(next) ? Duration.between(now, next) : LONGEST_REST;
        if (rest.compareTo(SHORTEST_REST) < 0) {
            return SHORTEST_REST;
        }
        return rest.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest;
    }

    /** A number from 0 to 1 that depends only on the text, and differs for similar texts. */
    private static double share(String text) {
        var digest = CertificateHash.sha256(text.getBytes(StandardCharsets.UTF_8));
        // 53 bits, which a double holds exactly
        return (ByteBuffer.wrap(digest).getLong() >>> 11) / (double) (1L << 53);
    }
}
