package dev.dragoman.capability.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.kube.object.Seal;
import dev.dragoman.reconcile.Outcome;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an ending makes of a status. */
class StatusFormTest {
    private static final Instant NOW = Instant.parse("2026-11-23T01:02:03.4Z");
    private static final Instant BEFORE = Instant.parse("2026-11-01T00:00:00Z");

    private static Ending ending(Condition ready, Condition... others) {
        return new Ending(
                Optional.of(ready),
                List.of(others),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Outcome.done());
    }

    private static Map<String, Object> object(Map<String, Object> condition) {
        return Map.of("status", Map.of("copies", 2, "conditions", List.of(condition)));
    }

    private static Map<String, Object> shown(String status, String reason, String message) {
        return Map.of(
                "observedGeneration",
                1L,
                "type",
                "Ready",
                "status",
                status,
                "reason",
                reason,
                "message",
                message,
                "lastTransitionTime",
                BEFORE.toString());
    }

    private static Map<?, ?> ready(Map<String, Object> status) {
        return (Map<?, ?>) ((List<?>) status.get("conditions")).getFirst();
    }

    @Test
    void theTimeIsThatOfTheTransition() {
        var refused = Condition.notReady(Severity.ERROR, "Refused", "write x", 3);
        var first = ConditionStatus.status(Map.of(), ending(refused), NOW);
        assertThat(ready(first))
                .isEqualTo(
                        Map.of(
                                "type",
                                "Ready",
                                "status",
                                "False",
                                "severity",
                                "Error",
                                "reason",
                                "Refused",
                                "message",
                                "write x",
                                "observedGeneration",
                                3L,
                                "lastTransitionTime",
                                "2026-11-23T01:02:03Z"));
        var again =
                ConditionStatus.status(object(shown("False", "Other", "y")), ending(refused), NOW);
        assertThat(ready(again).get("lastTransitionTime")).isEqualTo(BEFORE.toString());
        var well =
                ConditionStatus.status(
                        object(shown("False", "Other", "y")),
                        ending(Condition.ready("Done", "", 3)),
                        NOW);
        assertThat(ready(well).get("lastTransitionTime")).isEqualTo("2026-11-23T01:02:03Z");
    }

    @Test
    void aFailureThatDiffersInIdsAndTimesAloneIsNoNews() {
        var told = "request 0d1c6f6e-1111-4222-8333-444455556666 at 10:01 failed";
        var again = "request 9e2c6f6e-7777-4222-8333-444455556666 at 10:02 failed";
        assertThat(message(told, again, 1, true)).isEqualTo(told);
        assertThat(message(told, again, 2, true)).as("of another spec").isEqualTo(again);
        assertThat(message(told, again, 1, false)).as("the operator's own").isEqualTo(again);
    }

    @Test
    void namesAndCountsAreNews() {
        assertThat(message("waits for sub1", "waits for sub2", 1, false))
                .isEqualTo("waits for sub2");
        assertThat(message("6 in Azure", "9 in Azure", 1, true)).isEqualTo("9 in Azure");
    }

    private static Object message(String before, String now, long generation, boolean quoted) {
        var condition =
                new Condition(
                        Condition.READY,
                        false,
                        Severity.WARNING,
                        "Failed",
                        now,
                        generation,
                        quoted);
        var status =
                ConditionStatus.status(
                        object(shown("False", "Failed", before)), ending(condition), NOW);
        return ready(status).get("message");
    }

    /** Before anything is made: nobody has said what is true of it. */
    @Test
    void whatIsRememberedAloneChangesNoCondition() {
        var before =
                ConditionStatus.status(
                        Map.of(),
                        ending(Condition.ready("Done", "", 1))
                                .withOthers(
                                        List.of(
                                                new Condition(
                                                        "Odd", true, Severity.INFO, "Odd", "", 1))),
                        NOW);
        var remembering =
                Ending.quiet(Outcome.done())
                        .remembering(Marks.NONE.withAdded(List.of("policy/v1 Budget a")));
        var now = ConditionStatus.status(Map.of("status", before), remembering, NOW);
        assertThat(now.get("conditions")).isEqualTo(before.get("conditions"));
        assertThat(now.get("dragoman")).isEqualTo(Map.of("added", List.of("policy/v1 Budget a")));
        var later =
                ConditionStatus.status(
                        Map.of("status", now),
                        ending(Condition.ready("Done", "", 2)).withStatus(Map.of("targets", 1)),
                        NOW);
        assertThat(later.get("dragoman"))
                .as("another status keeps it")
                .isEqualTo(now.get("dragoman"));
    }

    @Test
    void fieldsStayAndFurtherConditionsComeAndGo() {
        var well = Condition.ready("Done", "", 1);
        var warning = new Condition("Odd", true, Severity.WARNING, "Odd", "x", 1);
        var with =
                ConditionStatus.status(
                        object(shown("True", "Done", "")), ending(well, warning), NOW);
        assertThat(with).containsEntry("copies", 2);
        assertThat((List<?>) with.get("conditions")).hasSize(2);
        var without = ConditionStatus.status(Map.of("status", with), ending(well), NOW);
        assertThat((List<?>) without.get("conditions")).hasSize(1);
    }

    /** Others know no condition: they compare this one with the object's generation. */
    @Test
    void theGenerationThatReadyIsTrueOfIsAFieldOfTheStatus() {
        var well = Condition.ready("Done", "", 4);
        assertThat(observed(Map.of(), ending(well))).containsEntry("observedGeneration", 4L);
        var without =
                new Ending(
                        Optional.empty(),
                        List.of(new Condition("Odd", true, Severity.WARNING, "Odd", "x", 7)),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Outcome.done());
        assertThat(observed(object(shown("True", "Done", "")), without))
                .as("of the Ready that stays")
                .containsEntry("observedGeneration", 1L);
        var untouched = Map.<String, Object>of("status", Map.of("observedGeneration", -1));
        assertThat(observed(untouched, without))
                .as("nobody has said anything of Ready")
                .containsEntry("observedGeneration", -1);
        assertThat(observed(Map.of(), without)).doesNotContainKey("observedGeneration");
    }

    private static Map<String, Object> observed(Map<String, Object> object, Ending ending) {
        return ConditionStatus.observed(object, ConditionStatus.status(object, ending, NOW));
    }

    /** What a form does not show must not be lost without a word. */
    @Test
    @SuppressWarnings("NullAway") // nothing is written
    void whatAFormCannotShowIsAnError() {
        var metadata =
                new Ending(
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.of(MetadataChange.annotate(Map.of())),
                        List.of(),
                        Outcome.done());
        assertThatThrownBy(
                        () ->
                                new ConditionStatus(null, "m", Clock.systemUTC())
                                        .write(Map.of(), metadata))
                .isInstanceOf(IllegalArgumentException.class);
        var fields = Ending.quiet(Outcome.done()).withStatus(Map.of("a", 1));
        assertThatThrownBy(() -> form(KEY).write(Map.of(), fields))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static final byte[] KEY = {1, 2, 3};

    @SuppressWarnings("NullAway") // nothing is written
    private static AnnotationStatus form(byte[] key) {
        return new AnnotationStatus(null, "p/", new Seal(key::clone));
    }

    private static Map<String, Object> request(String uid, Map<String, Object> annotations) {
        return Map.of("metadata", Map.of("uid", uid, "annotations", annotations));
    }

    /** The annotations after a write. */
    private static Map<String, Object> written(Map<String, Object> before, Ending ending) {
        var annotations = new TreeMap<>(Fields.map(before, "metadata", "annotations"));
        form(KEY)
                .change(before, ending)
                .annotations()
                .forEach(
                        (key, value) ->
                                value.ifPresentOrElse(
                                        text -> annotations.put(key, text),
                                        () -> annotations.remove(key)));
        return annotations;
    }

    private static final Marks MARKS =
            new Marks(
                    Optional.of("id"),
                    Optional.of(new Marks.Untold("True", 3)),
                    List.of(),
                    List.of("chat=2026-01-01T00:10:00Z", "a=2026-01-01T00:10:00.123Z"));

    private static Ending served() {
        return ending(Condition.ready("Served", "all\nis there", 0)).remembering(MARKS);
    }

    @Test
    void whatWasWrittenIsBelieved() {
        var annotations = written(request("uid", Map.of()), served());
        var object = request("uid", annotations);
        assertThat(form(KEY).shown(object))
                .isEqualTo(new StatusForm.Shown("True", "Served", "all\nis there", "", 0));
        assertThat(form(KEY).marks(object)).isEqualTo(MARKS);
        assertThat(written(object, served())).as("written once").isEqualTo(annotations);
        assertThat(written(object, ending(Condition.ready("Other", "", 0))))
                .as("what is not said stays")
                .containsEntry("p/created", "id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"state", "reason", "message", "created", "untold", "once", "seal"})
    void whatSomebodyHasChangedIsNot(String key) {
        var annotations = written(request("uid", Map.of()), served());
        var changed = new TreeMap<>(annotations);
        changed.put("p/" + key, "False/1");
        nothing(request("uid", changed));
        changed.remove("p/" + key);
        nothing(request("uid", changed));
        nothing(request("copy", annotations));
        assertThat(form(new byte[] {3, 2, 1}).marks(request("uid", annotations)))
                .isEqualTo(Marks.NONE);
    }

    /** Whoever begins to use the bean once, or never does, has no steps run again. */
    @Test
    void sealsOfEarlierVersionsHold() {
        var text = "annotations\nuid\n5 Ready\n6 Served\n0 \n2 id\n0 ";
        var annotations =
                Map.<String, Object>of(
                        "p/state",
                        "Ready",
                        "p/reason",
                        "Served",
                        "p/created",
                        "id",
                        "p/seal",
                        new Seal(KEY::clone).of(text));
        assertThat(form(KEY).marks(request("uid", annotations)).created()).contains("id");
    }

    @Test
    void theStatusRemembersAllMarks() {
        var ending = Ending.quiet(Outcome.done()).remembering(MARKS);
        var status = ConditionStatus.status(Map.of(), ending, Instant.EPOCH);
        assertThat(
                        new ConditionStatus(null, "m", Clock.systemUTC())
                                .marks(Map.of("status", status)))
                .isEqualTo(MARKS);
    }

    /** A text moves from one annotation into the next. */
    @Test
    void norIsWhatHasMoved() {
        var annotations =
                new TreeMap<>(
                        written(
                                request("uid", Map.of()),
                                ending(Condition.ready("A", "B", 0)).remembering(MARKS)));
        annotations.put("p/reason", "");
        annotations.put("p/message", "AB");
        nothing(request("uid", annotations));
    }

    private static void nothing(Map<String, Object> object) {
        assertThat(form(KEY).shown(object)).isEqualTo(StatusForm.Shown.NOTHING);
        assertThat(form(KEY).marks(object)).isEqualTo(Marks.NONE);
    }

    @Test
    void whatSomebodyHasWrittenIsNeverSealed() {
        var forged = request("uid", Map.of("p/created", "id", "p/untold", "True/1", "o/x", "y"));
        var annotations = written(forged, ending(Condition.ready("Served", "", 0)));
        assertThat(annotations).doesNotContainKeys("p/created", "p/untold").containsKey("o/x");
        assertThat(form(KEY).marks(request("uid", annotations))).isEqualTo(Marks.NONE);
    }
}
