package dev.dragoman.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimsTest {
    @ParameterizedTest(name = "{0} and {1}: {2}")
    @CsvSource({
        "*.azure.com/*, storage.azure.com/StorageAccount, true",
        "*.azure.com/*, dragoman.dev/*, false",
        "*.azure.com/*, *.storage.azure.com/*, true",
        "*.azure.com/*, *.azure.org/*, false",
        "a*/*, ab*/*, true",
        "a*/*, b*/*, false",
        "core/ConfigMap, core/ConfigMap, true",
        "core/ConfigMap, core/Secret, false",
        "*/*, core/ConfigMap, false",
        "x.org/A*, x.org/*B, true",
    })
    void overlap(String one, String other, boolean expected) {
        assertThat(Claims.overlap(KindSelector.parse(one), KindSelector.parse(other)))
                .isEqualTo(expected);
        assertThat(Claims.overlap(KindSelector.parse(other), KindSelector.parse(one)))
                .isEqualTo(expected);
    }

    @Test
    void refusalNamesBoth() {
        var first = request("first", "*.azure.com/*", Optional.empty());
        var second = request("second", "sql.azure.com/Server", Optional.empty());
        assertThatThrownBy(() -> Claims.refuseOverlap(second, List.of(first)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "subscription second claims sql.azure.com/Server, which overlaps *.azure.com/* of subscription first");
    }

    @Test
    void sameKindInOtherNamespacesIsNoOverlap() {
        var first = request("first", "core/ConfigMap", Optional.of("a"));
        var second = request("second", "core/ConfigMap", Optional.of("b"));
        assertThatCode(() -> Claims.refuseOverlap(second, List.of(first)))
                .doesNotThrowAnyException();
    }

    private static Subscription.Request request(
            String name, String kind, Optional<String> namespace) {
        return new Subscription.Request(
                name,
                List.of(KindSelector.parse(kind)),
                namespace,
                pass -> Outcome.done(),
                Duration.ZERO,
                Subscription.Request.JITTER,
                1,
                Duration.ofSeconds(1));
    }
}
