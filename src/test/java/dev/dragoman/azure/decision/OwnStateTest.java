package dev.dragoman.azure.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.decision.OwnState.Operation;
import dev.dragoman.azure.decision.OwnState.Operation.Form;
import dev.dragoman.azure.model.StoredEntries;
import dev.dragoman.capability.status.Repairs;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is remembered between two reconciliations survives being written to the status and read
 * again.
 */
class OwnStateTest {
    private static final Operation OPERATION =
            new Operation("https://arm/op?sig=s3cret", "PUT", "h1", Form.STATUS);

    private static final ExportCall A = new ExportCall("", "a", "2023-01-01");
    private static final ExportCall B = new ExportCall("", "b", "2023-01-01");

    static List<OwnState> states() {
        return List.of(
                OwnState.NONE,
                OwnState.NONE.accepted("h"),
                OwnState.NONE.accepted("h").echoed(List.of("a", "b")),
                OwnState.NONE.withMoved(Map.of("a", "1", "b", "2")),
                OwnState.NONE.withFields("abcdefgh-_"),
                OwnState.NONE.withRepairs(
                        Repairs.NONE.repaired(List.of("a"), Instant.parse("2026-11-01T00:00:00Z"))),
                OwnState.NONE.withStored(new StoredEntries("m", List.of("v/a", "v/b"))),
                OwnState.NONE.withStored(new StoredEntries("", List.of("v/a"), List.of("v/b"))),
                OwnState.NONE.running(OPERATION),
                OwnState.NONE.running(new Operation("u", "DELETE", "", Form.RESULT)),
                OwnState.NONE.running(Operation.ofResource("h1")),
                OwnState.NONE.running(Operation.ofProvider("/p")),
                OwnState.NONE.accepted("h").echoed(List.of("a")).running(OPERATION));
    }

    @ParameterizedTest
    @MethodSource("states")
    void isReadAsItWasWritten(OwnState state) {
        var object = Map.<String, Object>of("status", Map.of(OwnState.FIELD, state.toStatus()));
        assertThat(OwnState.of(object)).isEqualTo(state);
    }

    @Test
    void whatIsMalformedWasNeverWritten() {
        assertThat(OwnState.of(Map.of())).isEqualTo(OwnState.NONE);
        assertThat(OwnState.of(Map.of("status", Map.of()))).isEqualTo(OwnState.NONE);
        assertThat(read(Map.of("acceptedHash", 1, "notEchoed", "a", "operation", "x")))
                .isEqualTo(OwnState.NONE);
        assertThat(read(Map.of("operation", Map.of("url", "u")))).isEqualTo(OwnState.NONE);
        assertThat(read(Map.of("operation", Map.of("method", "PUT")))).isEqualTo(OwnState.NONE);
        assertThat(read(Map.of("operation", Map.of("url", "u", "method", "DELETE"))).operation())
                .as("as a version before wrote it")
                .contains(new Operation("u", "DELETE", "", Form.UNTOLD));
    }

    private static OwnState read(Map<String, Object> own) {
        return OwnState.of(Map.of("status", Map.of(OwnState.FIELD, own)));
    }

    @Test
    void anotherBodyForgetsWhatWasNotEchoedTheSameDoesNot() {
        var state = OwnState.NONE.accepted("h").echoed(List.of("a")).running(OPERATION);
        assertThat(state.accepted("h").notEchoed()).containsExactly("a");
        assertThat(state.accepted("g").notEchoed()).isEmpty();
        assertThat(state.accepted("g").operation()).isEmpty();
        assertThat(state.idle()).isEqualTo(OwnState.NONE.accepted("h").echoed(List.of("a")));
    }

    @Test
    void aProviderThatIsRegisteredForItIsNothingInAzure() {
        assertThat(OwnState.NONE.sent()).isFalse();
        assertThat(OwnState.NONE.running(Operation.ofProvider("/p")).sent()).isFalse();
        assertThat(OwnState.NONE.running(OPERATION).sent()).isTrue();
        assertThat(OwnState.NONE.accepted("h").sent()).isTrue();
    }

    @Test
    void theUrlOfAnOperationIsNotInItsText() {
        assertThat(OPERATION.toString()).isEqualTo("Operation[PUT]");
        assertThat(OwnState.NONE.running(OPERATION).toString()).doesNotContain("s3cret");
    }

    @Test
    void theReadyConditionIsFoundAmongOthers() {
        var other = Map.of("type", "Other", "status", "True");
        var ready = Map.of("type", "Ready", "status", "True", "observedGeneration", 3);
        var failed = Map.of("type", "Ready", "status", "False", "severity", "Error", "reason", "X");
        var busy = Map.of("type", "Ready", "status", "False", "severity", "Info", "reason", "Y");
        assertThat(ReadyCondition.readyAt(with(other, ready), 3)).isTrue();
        assertThat(ReadyCondition.readyAt(with(other, ready), 4)).isFalse();
        assertThat(ReadyCondition.ready(with(other))).isFalse();
        assertThat(ReadyCondition.ready(with(failed))).isFalse();
        assertThat(ReadyCondition.troubled(with(failed))).isTrue();
        assertThat(ReadyCondition.troubled(with(busy))).isFalse();
        assertThat(ReadyCondition.troubled(with(ready))).isFalse();
        assertThat(ReadyCondition.troubled(with(other))).isFalse();
        assertThat(ReadyCondition.troubled(Map.of())).isFalse();
    }

    private static Map<String, Object> with(Map<?, ?>... conditions) {
        return Map.of("status", Map.of("conditions", List.of(conditions)));
    }

    @Test
    void whatAPassHasDoneIsAddedUp() {
        var found = Answers.FOUND;
        var all =
                AzureProgress.NONE
                        .withClaim()
                        .withConfirmation()
                        .withGet(Answers.ABSENT)
                        .withPut(found)
                        .withGet(found)
                        .withPoll(found)
                        .withDelete(found)
                        .withRegistration(found)
                        .withCall(A, found)
                        .withCall(B, found)
                        .withExport(Optional.empty())
                        .withRelease();
        assertThat(all.get()).contains(found);
        assertThat(all.before()).contains(Answers.ABSENT);
        assertThat(all.put()).contains(found);
        assertThat(all.poll()).contains(found);
        assertThat(all.delete()).contains(found);
        assertThat(all.registered()).contains(found);
        assertThat(all.calls()).isEqualTo(Map.of(A, found, B, found));
        assertThat(all.exported()).contains(Optional.empty());
        assertThat(all.claimed() && all.confirmed() && all.released()).isTrue();
        assertThat(AzureProgress.NONE.withPut(found).get()).isEmpty();
        assertThat(AzureProgress.NONE.withPut(found).before()).isEmpty();
        assertThat(all.withPut(found).withPut(found).before()).isEmpty();
    }
}
