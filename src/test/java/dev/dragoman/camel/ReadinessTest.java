package dev.dragoman.camel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.reconcile.EngineHealth;
import dev.dragoman.reconcile.EngineHealth.KindHealth;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** When a capability is ready: a table. */
class ReadinessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration EARLY = Duration.ofSeconds(29);
    private static final Duration LATE = Duration.ofSeconds(30);
    private static final KindHealth CRDS =
            kind("apiextensions.k8s.io/CustomResourceDefinition", "", true, true, "");
    private static final KindHealth GOOD = kind("a.azure.com/Good", "azure", true, true, "");
    private static final KindHealth LISTING = kind("a.azure.com/New", "azure", false, false, "");
    private static final KindHealth REFUSED =
            kind("a.azure.com/Refused", "azure", false, false, "HTTP 403");
    private static final KindHealth TAKEN =
            kind("a.azure.com/Taken", "azure", true, false, "HTTP 403");
    private static final KindHealth SILENT = kind("a.azure.com/Silent", "azure", true, false, "");
    private static final KindHealth AWAY =
            kind("a.azure.com/Away", "azure", true, false, "ConnectException");
    private static final KindHealth OTHERS =
            kind("core/ConfigMap", "namespaces", false, false, "HTTP 403");
    private static final KindHealth OTHERS_SILENT =
            kind("core/ConfigMap", "namespaces", true, false, "");
    private static final KindHealth KEPT = kind("core/Secret", "", false, false, "HTTP 403");

    static Stream<Arguments> table() {
        return Stream.of(
                // kinds, since the definitions are known, ready before, what is said
                Arguments.of(List.of(CRDS, GOOD), EARLY, false, ""),
                Arguments.of(
                        List.of(CRDS, GOOD, LISTING),
                        EARLY,
                        false,
                        "a.azure.com/New: its first list is not complete"),
                Arguments.of(List.of(CRDS, GOOD, LISTING), LATE, false, ""),
                Arguments.of(List.of(CRDS, GOOD, LISTING), EARLY, true, ""),
                Arguments.of(
                        List.of(CRDS, GOOD, REFUSED),
                        EARLY,
                        false,
                        "a.azure.com/Refused: HTTP 403"),
                Arguments.of(List.of(CRDS, GOOD, REFUSED), LATE, false, ""),
                Arguments.of(List.of(CRDS, GOOD, REFUSED), EARLY, true, ""),
                Arguments.of(List.of(CRDS, GOOD, TAKEN), EARLY, true, ""),
                Arguments.of(List.of(CRDS, GOOD, TAKEN), LATE, true, ""),
                Arguments.of(
                        List.of(CRDS, GOOD, SILENT),
                        LATE,
                        true,
                        "a.azure.com/Silent: its watch is being opened again"),
                Arguments.of(
                        List.of(CRDS, GOOD, AWAY),
                        LATE,
                        true,
                        "a.azure.com/Away: ConnectException"),
                Arguments.of(List.of(CRDS, GOOD, OTHERS), EARLY, false, ""),
                Arguments.of(List.of(CRDS, GOOD, OTHERS_SILENT), LATE, true, ""),
                Arguments.of(List.of(CRDS, GOOD, KEPT), EARLY, false, "core/Secret: HTTP 403"),
                Arguments.of(List.of(CRDS, GOOD, KEPT), LATE, false, ""),
                // without the definitions nothing is seen
                Arguments.of(
                        List.of(kind(CRDS.kind(), "", false, false, "HTTP 403"), GOOD),
                        LATE,
                        true,
                        "apiextensions.k8s.io/CustomResourceDefinition: HTTP 403"),
                Arguments.of(
                        List.of(kind(CRDS.kind(), "", true, false, "HTTP 403"), GOOD),
                        LATE,
                        true,
                        "apiextensions.k8s.io/CustomResourceDefinition: HTTP 403"),
                Arguments.of(
                        List.of(kind(CRDS.kind(), "", false, false, "")),
                        Duration.ZERO,
                        false,
                        "apiextensions.k8s.io/CustomResourceDefinition: its first list is not complete"));
    }

    @ParameterizedTest
    @MethodSource("table")
    void kindsHoldItBackAtTheStartAndSilenceAlways(
            List<KindHealth> kinds, Duration listedFor, boolean wasReady, String said) {
        assertThat(problem(health(kinds, listedFor, Duration.ZERO), wasReady).orElse(""))
                .isEqualTo(said);
    }

    @Test
    void whatConcernsAllCountsAtAnyTime() {
        var kinds = List.of(CRDS, GOOD);
        assertThat(problem(health(kinds, LATE, Duration.ofMinutes(11)), true))
                .contains(
                        "Good.a.azure.com team/orders has waited for its reconciliation for 660 s");
        assertThat(
                        problem(
                                new EngineHealth(
                                        true,
                                        false,
                                        Optional.of("the Lease cannot be read"),
                                        true,
                                        LATE,
                                        Optional.empty(),
                                        kinds),
                                true))
                .contains("the Lease cannot be read");
        assertThat(
                        problem(
                                new EngineHealth(
                                        false,
                                        false,
                                        Optional.empty(),
                                        true,
                                        LATE,
                                        Optional.empty(),
                                        kinds),
                                true))
                .contains("the engine has not started");
        assertThat(
                        problem(
                                new EngineHealth(
                                        true,
                                        true,
                                        Optional.empty(),
                                        false,
                                        EARLY,
                                        Optional.empty(),
                                        kinds),
                                false))
                .contains("the operator is still finding out which kinds the API server serves");
    }

    @Test
    void failingKindsAreNamedWithTheirReasons() {
        assertThat(
                        Readiness.failing(
                                health(
                                        List.of(CRDS, GOOD, REFUSED, TAKEN, SILENT, OTHERS, KEPT),
                                        LATE,
                                        Duration.ZERO),
                                "azure"))
                .isEqualTo(
                        Map.of(
                                "a.azure.com/Refused", "HTTP 403",
                                "a.azure.com/Taken", "HTTP 403",
                                "core/Secret", "HTTP 403"));
    }

    private static Optional<String> problem(EngineHealth health, boolean wasReady) {
        return Readiness.problem(health, "azure", wasReady, PATIENCE);
    }

    private static EngineHealth health(
            List<KindHealth> kinds, Duration listedFor, Duration oldestQueued) {
        var key = new ObjectKey("a.azure.com", "Good", "team", "orders");
        var waiting =
                oldestQueued.isZero()
                        ? Optional.<EngineHealth.Waiting>empty()
                        : Optional.of(new EngineHealth.Waiting(key, oldestQueued));
        return new EngineHealth(true, true, Optional.empty(), true, listedFor, waiting, kinds);
    }

    private static KindHealth kind(
            String kind, String subscription, boolean synced, boolean watching, String error) {
        return new KindHealth(kind, subscription, synced, watching, 0, error);
    }
}
