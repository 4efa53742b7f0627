package dev.dragoman.certificates;

import static dev.dragoman.settings.SettingValues.between;
import static dev.dragoman.settings.SettingValues.flag;
import static dev.dragoman.settings.SettingValues.parse;

import dev.dragoman.certificates.decision.Pace;
import dev.dragoman.certificates.pki.Renewal;
import dev.dragoman.settings.Setting;
import dev.dragoman.settings.Setting.Use;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Settings of certificates. One setting turns on this capability and the capability of discovery
 * services.
 *
 * @param enabled whether the operator reconciles certificates and discovery services
 * @param pace when certificates are renewed, and how long consumers take to use a changed Secret
 */
public record CertificateSettings(boolean enabled, Pace pace) {
    private static final String DISCOVERY = "DRAGOMAN_DISCOVERY";
    private static final String RENEW_AT = "DRAGOMAN_CERTIFICATES_RENEW_AT";
    private static final String JITTER = "DRAGOMAN_CERTIFICATES_RENEW_JITTER";
    private static final String PROPAGATION = "DRAGOMAN_CERTIFICATES_PROPAGATION";
    private static final String TRUST_WAIT = "DRAGOMAN_CERTIFICATES_TRUST_WAIT";
    private static final String SHORTEST = "DRAGOMAN_CERTIFICATES_SHORTEST";

    /** All settings of certificates, in the order of the documentation. */
    static final List<Setting> ALL =
            Stream.concat(
                            Setting.of(Use.PLACE, DISCOVERY).stream(),
                            Setting.of(
                                    Use.START, RENEW_AT, JITTER, PROPAGATION, TRUST_WAIT, SHORTEST)
                                    .stream())
                    .toList();

    private static final String OFF = "off";

    /**
     * Reads the settings from environment variables.
     *
     * @throws IllegalArgumentException when a value is invalid; the message names the variable, the
     *     fault and a valid value
     */
    public static CertificateSettings from(Map<String, String> env) {
        return new CertificateSettings(
                flag(env, DISCOVERY, OFF, "on", OFF),
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
}
