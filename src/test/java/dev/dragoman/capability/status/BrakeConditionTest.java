package dev.dragoman.capability.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Effects;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BrakeConditionTest {
    private static final Instant NOW = Instant.parse("2026-11-01T08:00:00.5Z");

    private static final Optional<Effects.Pause> PAUSE =
            Optional.of(
                    new Effects.Pause(
                            NOW.plusSeconds(40), List.of("apply Secret a/b", "send PUT /x")));

    private static final Map<String, Object> READY = Map.of("type", "Ready", "status", "True");

    private static Map<String, Object> row(String reason) {
        return Map.of("type", Repairs.CONDITION, "status", "True", "reason", reason);
    }

    private static Map<String, Object> object(Map<String, Object> status) {
        return Map.of("metadata", Map.of("generation", 3L), "status", status);
    }

    private static Map<String, Object> in(
            Map<String, Object> status, Optional<Effects.Pause> pause) {
        var written = new LinkedHashMap<>(status);
        BrakeCondition.in(written, object(status), pause, NOW);
        return written;
    }

    @Test
    void aPauseIsShownBesideAllElse() {
        var status = in(Map.of("id", "x", "conditions", List.of(READY)), PAUSE);
        assertThat(status).containsEntry("id", "x");
        assertThat(status.get("conditions"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(2)
                .contains(READY);
        var shown = Fields.condition(Map.of("status", status), Repairs.CONDITION).orElseThrow();
        assertThat(shown)
                .containsEntry("status", "True")
                .containsEntry("reason", "ChangedAgain")
                .containsEntry("severity", "Warning")
                .containsEntry("observedGeneration", 3L);
        assertThat(shown.get("message"))
                .asString()
                .contains("apply Secret a/b, send PUT /x", "at 2026-11-01T08:00:40Z");
        assertThat(BrakeCondition.on(object(status))).isTrue();
    }

    /** A list of conditions has each type once. */
    @Test
    void aPauseTakesThePlaceOfFieldsThatAreWrittenOver() {
        var status = in(Map.of("conditions", List.of(READY, row("WrittenAgain"))), PAUSE);
        assertThat(status.get("conditions").toString())
                .contains("ChangedAgain")
                .doesNotContain("WrittenAgain");
    }

    @Test
    void withoutAPauseOnlyItsOwnConditionGoes() {
        assertThat(in(Map.of("conditions", List.of(READY, row("ChangedAgain"))), Optional.empty()))
                .isEqualTo(Map.of("conditions", List.of(READY)));
        var theirs = Map.<String, Object>of("conditions", List.of(READY, row("WrittenAgain")));
        assertThat(in(theirs, Optional.empty())).isEqualTo(theirs);
        assertThat(BrakeCondition.on(object(theirs))).isFalse();
        assertThat(in(Map.of("conditions", List.of(row("ChangedAgain"))), Optional.empty()))
                .isEmpty();
        assertThat(in(Map.of("id", "x"), Optional.empty())).isEqualTo(Map.of("id", "x"));
    }
}
