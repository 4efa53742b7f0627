package dev.dragoman.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.capability.object.Troubles;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Note;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows from the answers of lines that make objects. */
class MakersTest extends MakersFixture {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    all is made in the order of lines   ; Fence/a ; Work/a  ; Scale/a ; ''                       ; apply Fence/a Work/a Scale/a | Reconciled
                    what is not wanted goes             ; Fence/a ; Work/a  ; -       ; Fence/a Work/a Scale/a   ; apply Fence/a Work/a | remove Scale/a | Reconciled
                    another one takes its place         ; Fence/a ; Work/b  ; -       ; Fence/a Work/a           ; apply Fence/a Work/b | remove Work/a | Reconciled
                    what is made last goes first        ; Fence/a ; -       ; -       ; Work/a Scale/a           ; apply Fence/a | remove Scale/a Work/a | Reconciled
                    what is not known stays             ; Fence/a ; Work/a  ; ?       ; Fence/a Work/a Scale/a   ; apply Fence/a Work/a | Third
                    so does all of it                   ; ?       ; ?       ; ?       ; Fence/a Work/a Scale/a   ; Third
                    some of it may be known             ; ?       ; ?       ; ?Scale/a ; Fence/a Scale/a Scale/b ; apply Scale/a | Third
                    what restricts stays for the others ; -       ; -       ; -       ; Fence/a Work/a           ; end Work/a | Reconciled
                    until these have ended              ; -       ; -       ; -       ; Fence/a Work/a!          ; Reconciled
                    and goes then                       ; -       ; -       ; -       ; Fence/a                  ; remove Fence/a | Reconciled
                    it goes while others are made anew  ; Fence/b ; Work/a  ; -       ; Fence/a                  ; apply Fence/b Work/a | remove Fence/a | Reconciled
                    nothing is wanted and nothing there ; -       ; -       ; -       ; ''                       ; Reconciled
                    """)
    void eachAnswerHasItsEffect(
            String name, String fence, String work, String scale, String there, String effects) {
        answers.putAll(Map.of("fence", made(fence), "work", made(work), "scale", made(scale)));
        present.addAll(objects(there));
        assertThat(reconcile(WHOLE)).isEqualTo(effects);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    scale            ; apply Fence/a Work/a | remove Scale/a | Reconciled
                    fence work scale ; end Scale/a Work/a | Reconciled
                    apply            ; LeftOut
                    remove           ; apply Fence/a Work/a Scale/a | Reconciled
                    compare          ; LeftOut
                    """)
    void aLineThatIsLeftOutMakesNothing(String leftOut, String effects) {
        answers.putAll(
                Map.of("fence", made("Fence/a"), "work", made("Work/a"), "scale", made("Scale/a")));
        present.addAll(objects("Fence/a Work/a Scale/a"));
        removed = Set.of(leftOut.split(" ", -1));
        assertThat(reconcile(WHOLE)).isEqualTo(effects);
    }

    @Test
    void whatGoesAndHasNoLineIsTold() {
        present.addAll(objects("Scale/a"));
        removed = Set.of("remove");
        assertThat(reconcile(WHOLE)).isEqualTo("LeftOut");
    }

    @Test
    void underAVerdictNothingIsMadeAndNothingGoes() {
        answers.put("fence", made("Fence/a"));
        present.addAll(objects("Fence/a Work/a Scale/a"));
        team =
                Optional.of(
                        new PointResult.Judged(new Verdict("Frozen", "later", Optional.empty())));
        assertThat(reconcile(WHOLE)).isEqualTo("Frozen");
    }

    @Test
    void whatIsBeingDeletedIsNotMade() {
        deleted = true;
        present.addAll(objects("Scale/a"));
        assertThat(reconcile(WHOLE)).isEqualTo("Reconciled");
    }

    @Test
    void whatCannotBeReadEndsItBeforeAnythingIsMade() {
        unreadable = true;
        assertThatThrownBy(() -> reconcile(WHOLE)).isInstanceOf(OutcomeException.class);
        assertThat(done).isEmpty();
    }

    @Test
    void aMakerThatThrowsEndsItBeforeAnythingIsDone() {
        broken = "scale";
        answers.putAll(Map.of("fence", made("Fence/a"), "work", made("Work/a")));
        present.addAll(objects("Work/b Scale/a"));
        assertThatThrownBy(() -> reconcile(WHOLE)).hasMessage("planted");
        assertThat(done).isEmpty();
    }

    @Test
    void whatIsAnothersIsLookedForLater() {
        answers.put("fence", made("Fence/a"));
        answers.put(
                "work",
                new Made.Unknown(
                        List.of(Trouble.foreign("Owner", List.of("Work a"), "nothing works"))));
        present.addAll(objects("Fence/a Scale/a Work/b"));
        assertThat(reconcile(WHOLE)).isEqualTo("apply Fence/a | remove Scale/a | NotOurs later");
    }

    @Test
    void aTeamsStepMayNotHideWhatIsMade() {
        answers.put("fence", made("Fence/a"));
        team = Optional.of(new PointResult.Passed(List.of(Map.of("kind", "Fence"))));
        assertThatThrownBy(() -> reconcile(WHOLE))
                .isInstanceOf(UnfitWanted.class)
                .hasMessageContaining("took away the label made");
        assertThat(done).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    fence compare work apply         ; line for 'work' too low
                    work fence compare apply         ; reached the line 'work' but not the line 'fence'
                    fence scale compare apply        ; reached the line 'scale' but not the line 'work'
                    """)
    void aMakerStandsWhereItCan(String route, String problem) {
        present.addAll(objects("Work/a"));
        assertThatThrownBy(() -> reconcile(route))
                .isInstanceOf(LineFault.class)
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fence work", "work fence"})
    void theWorstIsTheReasonAndAllIsTold(String order) {
        var troubles =
                Troubles.of(
                        Arrays.stream((order + " third").split(" ", -1))
                                .map(
                                        each ->
                                                switch (each) {
                                                    case "fence" ->
                                                            Trouble.of(
                                                                    Condition.Severity.WARNING,
                                                                    "Second",
                                                                    "two");
                                                    case "work" ->
                                                            Trouble.of(
                                                                    Condition.Severity.ERROR,
                                                                    "First",
                                                                    "one");
                                                    default -> Trouble.beside("Other", "Told", "x");
                                                })
                                .toList(),
                        List.of("Second"));
        var ending = troubles.ending(7, Optional.empty());
        assertThat(ending.ready().orElseThrow())
                .isEqualTo(Condition.notReady(Condition.Severity.ERROR, "First", "one. two", 7));
        assertThat(ending.others()).extracting(Condition::type).containsExactly("Other");
        assertThat(ending.outcome()).isEqualTo(new Outcome.Fatal("First", "one. two"));
    }

    @Test
    void whatPassesByItselfIsWaitedFor() {
        var passing =
                new Troubles(
                        List.of(
                                Trouble.of(Condition.Severity.INFO, "Rolling", "wait")
                                        .over(Trouble.Over.PASSING)));
        var ending = passing.ending(1, Optional.empty());
        assertThat(ending.outcome()).isEqualTo(Outcome.done());
        assertThat(ending.notes()).containsExactly(Note.normal("Rolling", "wait"));
    }
}
