package dev.dragoman.certificates;

import dev.dragoman.certificates.decision.Pace;
import dev.dragoman.certificates.pki.Renewal;
import dev.dragoman.settings.GoDuration;
import dev.dragoman.settings.Setting.Use;
import dev.dragoman.settings.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Settings of certificates. The capability is on where that of discovery services is.
 *
 * @param enabled whether certificates are served at all
 * @param pace when they are renewed, and how long others take to use the new ones
 */
public record CertificateSettings(boolean enabled, Pace pace) {
    private static final String DISCOVERY = "DRAGOMAN_DISCOVERY";
    private static final String RENEW_AT = "DRAGOMAN_CERTIFICATES_RENEW_AT";
    private static final String JITTER = "DRAGOMAN_CERTIFICATES_RENEW_JITTER";
    private static final String PROPAGATION = "DRAGOMAN_CERTIFICATES_PROPAGATION";
    private static final String TRUST_WAIT = "DRAGOMAN_CERTIFICATES_TRUST_WAIT";
    private static final String SHORTEST = "DRAGOMAN_CERTIFICATES_SHORTEST";

    /** All of them, in the order of the documentation. */
    static final List<Setting> ALL =
            Stream.concat(
                            Setting.of(Use.PLACE, DISCOVERY).stream(),
                            Setting.of(
                                    Use.START, RENEW_AT, JITTER, PROPAGATION, TRUST_WAIT, SHORTEST)
                                    .stream())
                    .toList();

    private static final String ON = "on";
    private static final String OFF = "off";

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException with the variable, what is wrong with it and what to write
     */
    public static CertificateSettings from(Map<String, String> env) {
        return new CertificateSettings(
                parse(env, DISCOVERY, OFF, CertificateSettings::on),
                new Pace(
                        parse(
                                env,
                                RENEW_AT,
                                String.valueOf(Renewal.FRACTION),
                                CertificateSettings::fraction),
                        parse(
                                env,
                                JITTER,
                                String.valueOf(Renewal.JITTER),
                                CertificateSettings::jitter),
                        parse(env, PROPAGATION, "2m", value -> between(value, "0s", "1h")),
                        parse(env, TRUST_WAIT, "24h", value -> between(value, "1s", "720h")),
                        parse(env, SHORTEST, "10m", value -> between(value, "1s", "24h"))));
    }

    private static boolean on(String value) {
        if (!value.equals(ON) && !value.equals(OFF)) {
            throw new IllegalArgumentException(
                    "'%s' is neither %s nor %s".formatted(value, ON, OFF));
        }
        return value.equals(ON);
    }

    private static double fraction(String value) {
        return new Renewal(true, number(value), 0, "").fraction();
    }

    private static double jitter(String value) {
        return new Renewal(true, Renewal.FRACTION, number(value), "").jitter();
    }

    private static double number(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException none) {
            throw new IllegalArgumentException("'%s' is no number".formatted(value), none);
        }
    }

    private static Duration between(String value, String least, String most) {
        var time = GoDuration.parse(value);
        if (time.compareTo(GoDuration.parse(least)) < 0
                || time.compareTo(GoDuration.parse(most)) > 0) {
            throw new IllegalArgumentException(
                    "'%s' is not between %s and %s".formatted(value, least, most));
        }
        return time;
    }

    private static <T> T parse(
            Map<String, String> env, String name, String fallback, Function<String, T> read) {
        var value = env.get(name);
        try {
            return read.apply(value == null || value.isBlank() ? fallback : value.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }
}
