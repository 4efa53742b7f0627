package dev.dragoman.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.VersionInfo;
import java.util.concurrent.atomic.AtomicInteger;
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
        assertThat(new Autoscalers(() -> version).exact()).isEqualTo(exact);
    }

    @Test
    void itIsAskedUntilItIsKnown() {
        var asked = new AtomicInteger();
        var autoscalers =
                new Autoscalers(
                        () -> {
                            if (asked.incrementAndGet() == 1) {
                                throw new KubernetesClientException("away");
                            }
                            return new VersionInfo.Builder().withMajor("1").withMinor("36").build();
                        });
        assertThat(autoscalers.exact()).isFalse();
        assertThat(autoscalers.exact()).isTrue();
        assertThat(autoscalers.exact()).isTrue();
        assertThat(asked).hasValue(2);
    }
}
