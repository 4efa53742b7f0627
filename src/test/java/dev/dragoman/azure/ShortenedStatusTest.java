package dev.dragoman.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.capability.status.Condition;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShortenedStatusTest {
    private static final Map<String, Object> OBJECT = Map.of("metadata", Map.of("generation", 3));

    @Test
    void fieldsThatTheStatusLacksAreNamed() {
        assertThat(ShortenedStatus.condition(List.of("net", "rules"), OBJECT))
                .singleElement()
                .returns("StatusShortened", Condition::type)
                .returns("TooLarge", Condition::reason)
                .returns(3L, Condition::generation)
                .extracting(Condition::message)
                .asString()
                .endsWith("net, rules. Read them in Azure");
    }

    @Test
    void ofAWholeStatusNothingIsSaid() {
        assertThat(ShortenedStatus.condition(List.of(), OBJECT)).isEmpty();
    }
}
