package dev.dragoman.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.certificates.decision.Pace;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateSettingsTest {
    @Test
    void withoutAnythingTheyAreOffAndAsDocumented() {
        var settings = CertificateSettings.from(Map.of("DRAGOMAN_CERTIFICATES_RENEW_AT", " "));
        assertThat(settings.enabled()).isFalse();
        assertThat(settings.pace())
                .isEqualTo(
                        new Pace(
                                0.8,
                                0.02,
                                Duration.ofMinutes(2),
                                Duration.ofHours(24),
                                Duration.ofMinutes(10)));
    }

    @Test
    void areWhatIsSaid() {
        var settings =
                CertificateSettings.from(
                        Map.of(
                                "DRAGOMAN_DISCOVERY", "on",
                                "DRAGOMAN_CERTIFICATES_RENEW_AT", "0.5",
                                "DRAGOMAN_CERTIFICATES_RENEW_JITTER", "0.1",
                                "DRAGOMAN_CERTIFICATES_PROPAGATION", "0s",
                                "DRAGOMAN_CERTIFICATES_TRUST_WAIT", "30m",
                                "DRAGOMAN_CERTIFICATES_SHORTEST", "30s"));
        assertThat(settings.enabled()).isTrue();
        assertThat(settings.pace())
                .isEqualTo(
                        new Pace(
                                0.5,
                                0.1,
                                Duration.ZERO,
                                Duration.ofMinutes(30),
                                Duration.ofSeconds(30)));
    }

    @ParameterizedTest
    @CsvSource({
        "DRAGOMAN_DISCOVERY, yes",
        "DRAGOMAN_CERTIFICATES_RENEW_AT, 0.2",
        "DRAGOMAN_CERTIFICATES_RENEW_AT, soon",
        "DRAGOMAN_CERTIFICATES_RENEW_JITTER, 0.2",
        "DRAGOMAN_CERTIFICATES_PROPAGATION, 2h",
        "DRAGOMAN_CERTIFICATES_PROPAGATION, -1s",
        "DRAGOMAN_CERTIFICATES_TRUST_WAIT, 0s",
        "DRAGOMAN_CERTIFICATES_TRUST_WAIT, 721h",
        "DRAGOMAN_CERTIFICATES_SHORTEST, 0s",
        "DRAGOMAN_CERTIFICATES_SHORTEST, 25h"
    })
    void whatCannotBeEndsTheStartByName(String name, String value) {
        assertThatThrownBy(() -> CertificateSettings.from(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name + ": ");
    }
}
