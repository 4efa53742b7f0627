package dev.dragoman.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventWriterTest {
    @ParameterizedTest
    @ValueSource(strings = {"", ".", "-", ".-", "a."})
    void anEventHasAName(String end) {
        var object = "a".repeat(200 - end.length()) + end + "b".repeat(40);
        assertThat(EventWriter.name(object, Instant.EPOCH))
                .hasSizeLessThan(254)
                .matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");
    }

    @Test
    void aTypeIsFoundByItsName() {
        assertThat(EventType.of("Warning")).contains(EventType.WARNING);
        assertThat(EventType.of("NORMAL")).contains(EventType.NORMAL);
        assertThat(EventType.of("LOUD")).isEqualTo(Optional.empty());
    }
}
