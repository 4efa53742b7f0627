package dev.dragoman.azure.vault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** How long something that cannot be found may still come back. */
class VaultAbsencesTest {
    private Instant now = Instant.EPOCH;
    private final VaultAbsences absences = new VaultAbsences(() -> now, Duration.ofSeconds(30));

    private boolean mayEndAfter(Duration passed) {
        now = now.plus(passed);
        return absences.mayEnd("a");
    }

    @Test
    void isGoneAfterItsTimeWhateverThePausesBetween() {
        assertThat(mayEndAfter(Duration.ZERO)).isTrue();
        assertThat(mayEndAfter(Duration.ofSeconds(29))).isTrue();
        assertThat(mayEndAfter(Duration.ofMinutes(3))).isFalse();
        assertThat(mayEndAfter(Duration.ZERO)).as("then it begins again").isTrue();
    }

    /** One failure hours ago and one now are no long absence. */
    @Test
    void beginsAgainWhereNobodyLookedForLong() {
        assertThat(mayEndAfter(Duration.ZERO)).isTrue();
        assertThat(mayEndAfter(Duration.ofHours(1))).isTrue();
        assertThat(mayEndAfter(Duration.ofSeconds(30))).isFalse();
    }

    @Test
    void endsWithWhatIsSeenInBetween() {
        assertThat(mayEndAfter(Duration.ZERO)).isTrue();
        absences.ended("a");
        assertThat(mayEndAfter(Duration.ofSeconds(31))).isTrue();
    }
}
