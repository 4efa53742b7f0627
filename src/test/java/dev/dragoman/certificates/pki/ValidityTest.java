package dev.dragoman.certificates.pki;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Begin and end of certificates. */
class ValidityTest {
    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00.900Z");
    private static final Instant SECOND = Instant.parse("2026-11-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "5, 0",
        "19, 0",
        "20, 1",
        "60, 3",
        "3600, 180",
        "6000, 300",
        "172800, 300",
        "94608000, 300"
    })
    void beginsEarlierButNeverByMoreThanATwentiethOfItsLife(long seconds, long earlier) {
        var validity = Validity.from(SECOND, Duration.ofSeconds(seconds));
        assertThat(validity.notBefore()).isEqualTo(SECOND.minusSeconds(earlier));
        assertThat(validity.life()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void hasWholeSeconds() {
        var validity = Validity.from(NOW, Duration.ofMillis(10_900));
        assertThat(validity).isEqualTo(new Validity(SECOND, SECOND.plusSeconds(10)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "long before and after, -1000, 100000, -180, 3420",
        "begins with its issuer, -10, 100000, -10, 3590",
        "ends with its issuer, -1000, 1800, -180, 1800",
        "begins and ends with its issuer, -10, 20, -10, 20",
        "ends to the second with its issuer, -1000, 3420, -180, 3420"
    })
    void isWithinThatOfItsIssuer(String why, long begin, long end, long notBefore, long notAfter) {
        var issuer = new Validity(SECOND.plusSeconds(begin), SECOND.plusSeconds(end));
        assertThat(Validity.within(issuer, SECOND, Duration.ofHours(1)))
                .isEqualTo(
                        new Validity(SECOND.plusSeconds(notBefore), SECOND.plusSeconds(notAfter)));
    }

    @Test
    void bothEndsBelongToIt() {
        var validity = new Validity(SECOND, SECOND.plusSeconds(10));
        assertThat(validity.future(SECOND.minusMillis(1))).isTrue();
        assertThat(validity.future(SECOND)).isFalse();
        assertThat(validity.past(SECOND.plusSeconds(10))).isFalse();
        assertThat(validity.past(SECOND.plusMillis(10_001))).isTrue();
    }

    /** Or it would be issued again and again. */
    @Property
    void noneIsDueWhenItIsIssued(
            @ForAll @LongRange(min = 5, max = 3_155_760_000L) long seconds,
            @ForAll @DoubleRange(min = 0.3, max = 0.95) double fraction,
            @ForAll @DoubleRange(min = 0, max = 0.1) double jitter) {
        var validity = Validity.from(NOW, Duration.ofSeconds(seconds));
        double begun = Duration.between(validity.notBefore(), NOW).toMillis();
        assertThat(validity.life().toMillis() * (fraction - jitter)).isGreaterThan(begun);
    }
}
