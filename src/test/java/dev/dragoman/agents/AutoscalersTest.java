package dev.dragoman.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.VersionInfo;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which clusters have autoscalers with a tolerance of their own. */
class AutoscalersTest {
    @ParameterizedTest
    @CsvSource({
        "1, 35, true",
        "1, 36+, true",
        "1, 34, false",
        "1, 33+, false",
        "1, '', false",
        "1, x, false",
        "2, 99, false"
    })
    void theVersionSaysIt(String major, String minor, boolean exact) {
        var version = new VersionInfo.Builder().withMajor(major).withMinor(minor).build();
        assertThat(new Autoscalers(() -> version, Clock.systemUTC()).exact()).isEqualTo(exact);
    }

    @Test
    void itIsAskedUntilItIsKnownAndAgainAfterAnHour() {
        var asked = new AtomicInteger();
        var now = new AtomicReference<>(Instant.EPOCH);
        var autoscalers =
                new Autoscalers(
                        () -> {
                            if (asked.incrementAndGet() == 1) {
                                throw new KubernetesClientException("away");
                            }
                            var minor = asked.get() == 2 ? "36" : "34";
                            return new VersionInfo.Builder()
                                    .withMajor("1")
                                    .withMinor(minor)
                                    .build();
                        },
                        now::get);
        assertThat(autoscalers.exact()).isFalse();
        assertThat(autoscalers.exact()).isTrue();
        assertThat(autoscalers.exact()).isTrue();
        assertThat(asked).hasValue(2);
        now.set(Instant.EPOCH.plus(Duration.ofHours(1)).plusSeconds(1));
        assertThat(autoscalers.exact()).as("after a rollback").isFalse();
    }
}
