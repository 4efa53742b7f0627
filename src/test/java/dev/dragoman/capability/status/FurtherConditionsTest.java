package dev.dragoman.capability.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.capability.Ending;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Conditions of two capabilities on one object. */
class FurtherConditionsTest {
    private static final Map<String, Object> OBJECT =
            Map.of(
                    "status",
                    Map.of(
                            "targets",
                            2,
                            "conditions",
                            List.of(
                                    Map.of("type", "Ready", "status", "True"),
                                    Map.of("type", "Spared", "status", "False"))));

    private static List<?> types(Map<String, Object> object) {
        return Fields.map(object, "status").get("conditions") instanceof List<?> rows
                ? rows.stream().map(each -> ((Map<?, ?>) each).get("type")).toList()
                : List.of();
    }

    @Test
    void eachSeesItsOwn() {
        assertThat(types(FurtherConditions.kept(OBJECT, "Spared"::equals)))
                .isEqualTo(List.of("Spared"));
        var others = FurtherConditions.kept(OBJECT, type -> !type.equals("Spared"));
        assertThat(types(others)).isEqualTo(List.of("Ready"));
        assertThat(Fields.map(others, "status")).containsEntry("targets", 2);
        assertThat(Fields.map(FurtherConditions.kept(OBJECT, type -> false), "status"))
                .as("no empty list, which would be a difference")
                .containsOnlyKeys("targets");
        assertThat(types(OBJECT)).as("the object stays as it was").hasSize(2);
    }

    @Test
    void showsNothingButThese() {
        var form = new FurtherConditions(null, "manager", () -> Instant.EPOCH, Set.of("Spared"));
        var ending =
                Ending.of(
                        Condition.ready("Reconciled", "x", 1),
                        Note.normal("Reconciled", "x"),
                        Outcome.done());
        assertThatThrownBy(() -> form.write(OBJECT, ending))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(form.shown(OBJECT)).isEqualTo(StatusForm.Shown.NOTHING);
        assertThat(form.marks(OBJECT)).isEqualTo(Marks.NONE);
    }
}
