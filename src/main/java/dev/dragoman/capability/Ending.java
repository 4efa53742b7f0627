package dev.dragoman.capability;

import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.ConditionStatus;
import dev.dragoman.capability.status.FurtherConditions;
import dev.dragoman.capability.status.Marks;
import dev.dragoman.capability.status.Note;
import dev.dragoman.capability.status.Outside;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.MetadataChange;
import dev.dragoman.reconcile.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the core writes when a reconciliation ends, and when the object is reconciled again. A
 * decision may return it as its last step.
 *
 * @param ready the condition Ready, or its equivalent; when empty, the object's Ready is not
 *     changed
 * @param others conditions besides Ready; conditions of this capability that are not listed are
 *     removed. Only for {@link ConditionStatus} and {@link FurtherConditions}
 * @param status all fields of the status besides conditions; when empty, these fields are not
 *     changed. Only for {@link ConditionStatus}
 * @param metadata a change of the object's metadata besides the annotations that show its state;
 *     empty for none. Only for {@link AnnotationStatus}
 * @param notes Events to record
 * @param outcome when to reconcile again
 * @param outside what exists outside now; empty when this reconciliation did not find out
 * @param marks data that the core stores on the object; when empty, the stored data is not changed
 */
public record Ending(
        Optional<Condition> ready,
        List<Condition> others,
        Optional<Map<String, Object>> status,
        Optional<MetadataChange> metadata,
        List<Note> notes,
        Outcome outcome,
        Optional<Outside> outside,
        Optional<Marks> marks)
        implements Finish {
    public Ending {
        others = List.copyOf(others);
        notes = List.copyOf(notes);
    }

    /** An end without {@code outside}, which does not change the marks. */
    public Ending(
            Optional<Condition> ready,
            List<Condition> others,
            Optional<Map<String, Object>> status,
            Optional<MetadataChange> metadata,
            List<Note> notes,
            Outcome outcome) {
        this(ready, others, status, metadata, notes, outcome, Optional.empty(), Optional.empty());
    }

    /** Shows a failure that no decision foresaw, with Ready=False and an Event. */
    static Ending unforeseen(Map<String, Object> object, String reason, String text) {
        return of(
                Condition.notReady(
                        Condition.Severity.WARNING, reason, text, Fields.generation(object)),
                Note.warning(reason, text),
                Outcome.done());
    }

    /** Shows the condition Ready, and records an Event as the note says. */
    public static Ending of(Condition ready, Note note, Outcome outcome) {
        return of(Optional.of(ready), List.of(note), outcome);
    }

    private static Ending of(Optional<Condition> ready, List<Note> notes, Outcome outcome) {
        return new Ending(ready, List.of(), Optional.empty(), Optional.empty(), notes, outcome);
    }

    /** Writes nothing on the object. */
    public static Ending quiet(Outcome outcome) {
        return of(Optional.empty(), List.of(), outcome);
    }

    /** A copy with these conditions besides Ready. */
    public Ending withOthers(List<Condition> conditions) {
        return new Ending(ready, conditions, status, metadata, notes, outcome, outside, marks);
    }

    /** A copy with these fields of the status. */
    public Ending withStatus(Map<String, Object> fields) {
        return new Ending(
                ready, others, Optional.of(fields), metadata, notes, outcome, outside, marks);
    }

    /** A copy with what exists outside. */
    public Ending withOutside(Outside there) {
        return new Ending(
                ready, others, status, metadata, notes, outcome, Optional.of(there), marks);
    }

    /**
     * A copy with another condition Ready and another outcome. The note replaces the notes whose
     * {@code when} is {@code CHANGED}.
     */
    public Ending showing(Condition other, Note note, Outcome next) {
        var told = new ArrayList<Note>();
        notes.stream().filter(each -> each.when() != Note.When.CHANGED).forEach(told::add);
        told.add(note);
        return new Ending(Optional.of(other), others, status, metadata, told, next, outside, marks);
    }

    /** A copy that does not change Ready. */
    public Ending withoutReady() {
        return new Ending(
                Optional.empty(), others, status, metadata, notes, outcome, outside, marks);
    }

    public Ending remembering(Marks now) {
        return new Ending(
                ready, others, status, metadata, notes, outcome, outside, Optional.of(now));
    }

    /** A copy with another time of the next reconciliation. */
    public Ending comingAgain(Outcome next) {
        return new Ending(ready, others, status, metadata, notes, next, outside, marks);
    }
}
