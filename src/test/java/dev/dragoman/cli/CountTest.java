package dev.dragoman.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountTest {
    @ParameterizedTest
    @CsvSource({"0, 0 objects", "1, 1 object", "2, 2 objects"})
    void oneIsSingular(int number, String text) {
        assertThat(Count.objects(number)).isEqualTo(text);
    }
}
