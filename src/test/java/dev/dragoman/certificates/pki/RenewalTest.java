package dev.dragoman.certificates.pki;

import static dev.dragoman.certificates.pki.PkiFixture.client;
import static dev.dragoman.certificates.pki.PkiFixture.issue;
import static dev.dragoman.certificates.pki.PkiFixture.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When certificates are renewed. */
class RenewalTest {
    private static final X509Certificate CERTIFICATE =
            issue(Issuance.selfSigned(with(client(), Duration.ofSeconds(100_000)))).certificate();
    private static final Instant BEGIN = Validity.of(CERTIFICATE).notBefore();

    @ParameterizedTest
    @CsvSource({"0.8, 80000", "0.3, 30000", "0.95, 95000", "0.66, 66000"})
    void comesAfterAPartOfTheLife(double fraction, long seconds) {
        assertThat(new Renewal(true, fraction, 0, "uid").at(CERTIFICATE))
                .isEqualTo(BEGIN.plusSeconds(seconds));
    }

    @Test
    void jitterSpreadsThoseThatWereMadeTogetherAndStaysInItsBounds() {
        var times =
                IntStream.range(0, 200)
                        .mapToObj(each -> Renewal.usual("uid-" + each).at(CERTIFICATE))
                        .sorted()
                        .toList();
        // of 200 among two million milliseconds two are the same now and then
        assertThat(times.stream().distinct().count()).isGreaterThan(190);
        assertThat(times.getFirst())
                .isBetween(BEGIN.plusSeconds(78_000), BEGIN.plusSeconds(78_200));
        assertThat(times.getLast()).isBetween(BEGIN.plusSeconds(79_800), BEGIN.plusSeconds(80_000));
        // half of them in each half, roughly
        assertThat(times.get(100)).isBetween(BEGIN.plusSeconds(78_600), BEGIN.plusSeconds(79_400));
    }

    @Test
    void isTheSameWhereverItIsComputedAndAnotherForTheNextCertificate() {
        var again =
                PkiFixture.value(PemFiles.certificates(PemFiles.write(List.of(CERTIFICATE))))
                        .getFirst();
        assertThat(Renewal.usual("uid").at(again)).isEqualTo(Renewal.usual("uid").at(CERTIFICATE));
        var next =
                issue(Issuance.selfSigned(with(client(), Duration.ofSeconds(100_000))))
                        .certificate();
        assertThat(Renewal.usual("uid").at(next))
                .isNotEqualTo(Renewal.usual("uid").at(CERTIFICATE));
        assertThat(Renewal.usual("uid").off().at(CERTIFICATE))
                .isEqualTo(Renewal.usual("uid").at(CERTIFICATE));
    }

    /** Or a new version of the operator would renew what an old one has just renewed. */
    @Test
    void isTheSameInEachVersion() {
        var fixed =
                PkiFixture.value(PemFiles.certificates(PkiFixture.resource("client.crt")))
                        .getFirst();
        assertThat(Renewal.usual("0b6c9d0e-5d8c-4a53-8d43-6b1d8f1f8e11").at(fixed))
                .isEqualTo("2026-11-02T23:49:31.646Z");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "an hour at most, 0, true, 3600000",
        "until the renewal, 79000000, true, 1000000",
        "a second at least, 79999500, true, 1000",
        "until the end where the renewal brought nothing, 99000000, true, 1001000",
        "when it would be renewed without renewal, 79000000, false, 1000000",
        "an hour at most without renewal, 70000000, false, 3600000",
        "until the end without renewal, 99000000, false, 1001000",
        "after the end, 200000000, true, 3600000",
        "clock set back, -100000000, true, 3600000"
    })
    void restsUntilSomethingChanges(String why, long millis, boolean enabled, long rest) {
        var renewal = new Renewal(enabled, 0.8, 0, "uid");
        assertThat(renewal.rest(CERTIFICATE, BEGIN.plusMillis(millis)))
                .isEqualTo(Duration.ofMillis(rest));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.29 | 0.02 | the renewal's fraction is 0.29; write 0.3 to 0.95",
                "0.96 | 0.02 | the renewal's fraction is 0.96; write 0.3 to 0.95",
                "NaN | 0.02 | the renewal's fraction is NaN; write 0.3 to 0.95",
                "0.8 | -0.01 | the renewal's jitter is -0.01; write 0.0 to 0.1",
                "0.8 | 0.11 | the renewal's jitter is 0.11; write 0.0 to 0.1"
            })
    void numbersHaveBounds(double fraction, double jitter, String message) {
        assertThatThrownBy(() -> new Renewal(true, fraction, jitter, "uid"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
