package dev.dragoman.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdleCollectionTest {
    @ParameterizedTest(name = "{0} MiB used, {1} left by the last: {2}")
    @CsvSource({
        "20, 0, true",
        "12, 0, false",
        "40, 24, true",
        "36, 24, false",
        "120, 100, false",
        "126, 100, true"
    })
    void collectsWhatABurstLeftAndNotWhatIsInUse(long used, long left, boolean worthwhile) {
        assertThat(IdleCollection.worthwhile(used << 20, left << 20)).isEqualTo(worthwhile);
    }
}
