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
 * How a reconciliation ends, in the form that the core writes. A decision may return it as its last
 * step.
 *
 * @param ready the condition Ready, or its equivalent; empty leaves it as it is
 * @param others further conditions; conditions of this capability that are not listed are removed.
 *     Only for {@link ConditionStatus} and {@link FurtherConditions}
 * @param status all fields of the status besides conditions; empty leaves them as they are. Only
 *     for {@link ConditionStatus}
 * @param metadata a change of the object's metadata besides its state, or empty. Only for {@link
 *     AnnotationStatus}
 * @param notes Events
 * @param outcome when to reconcile again
 * @param outside what exists outside now; empty when nobody looked
 * @param marks what the core is to remember on the object; empty leaves it as it is
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

    /** Says nothing about the outside, and leaves the marks as they are. */
    public Ending(
            Optional<Condition> ready,
            List<Condition> others,
            Optional<Map<String, Object>> status,
            Optional<MetadataChange> metadata,
            List<Note> notes,
            Outcome outcome) {
        this(ready, others, status, metadata, notes, outcome, Optional.empty(), Optional.empty());
    }

    /** Shows a failure that no decision foresaw. */
    static Ending unforeseen(Map<String, Object> object, String reason, String text) {
        return of(
                Condition.notReady(
                        Condition.Severity.WARNING, reason, text, Fields.generation(object)),
                Note.warning(reason, text),
                Outcome.done());
    }

    /** Shows a condition, and records an Event when it is a change. */
    public static Ending of(Condition ready, Note note, Outcome outcome) {
        return new Ending(
                Optional.of(ready),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(note),
                outcome);
    }

    /** Writes nothing on the object. */
    public static Ending quiet(Outcome outcome) {
        return new Ending(
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                outcome);
    }

    /** The same with these further conditions. */
    public Ending withOthers(List<Condition> conditions) {
        return new Ending(ready, conditions, status, metadata, notes, outcome, outside, marks);
    }

    /** The same with these fields of the status. */
    public Ending withStatus(Map<String, Object> fields) {
        return new Ending(
                ready, others, Optional.of(fields), metadata, notes, outcome, outside, marks);
    }

    /** The same with what exists outside. */
    public Ending withOutside(Outside there) {
        return new Ending(
                ready, others, status, metadata, notes, outcome, Optional.of(there), marks);
    }

    /** The same with another state, and one Event for it instead of those of a transition. */
    public Ending showing(Condition other, Note note, Outcome next) {
        var told = new ArrayList<Note>();
        notes.stream().filter(each -> each.when() != Note.When.CHANGED).forEach(told::add);
        told.add(note);
        return new Ending(Optional.of(other), others, status, metadata, told, next, outside, marks);
    }

    /** The same, leaving Ready as it is. */
    public Ending withoutReady() {
        return new Ending(
                Optional.empty(), others, status, metadata, notes, outcome, outside, marks);
    }

    public Ending remembering(Marks now) {
        return new Ending(
                ready, others, status, metadata, notes, outcome, outside, Optional.of(now));
    }

    /** The same, to be reconciled again at another time. */
    public Ending comingAgain(Outcome next) {
        return new Ending(ready, others, status, metadata, notes, next, outside, marks);
    }
}
