package dev.dragoman.capability;

import dev.dragoman.kube.MetadataChange;
import dev.dragoman.reconcile.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a reconciliation ends, in the form that the core writes down. A decision may answer with it
 * as its last step.
 *
 * @param ready what the condition Ready, or what stands for it, shall show; empty leaves it
 * @param others further conditions; those of this capability that are not among them go. For {@link
 *     ConditionStatus} alone
 * @param status fields of the status besides conditions, all of them; empty keeps those there are.
 *     For {@link ConditionStatus} alone
 * @param metadata what shall become of the object's metadata beside its state, or empty. For {@link
 *     AnnotationStatus} alone
 * @param notes Events
 * @param outcome when to come again
 * @param outside what exists outside by now; empty where nobody looked
 * @param marks what the core is to remember on the object; empty keeps it
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

    /** Without anything outside. */
    public Ending(
            Optional<Condition> ready,
            List<Condition> others,
            Optional<Map<String, Object>> status,
            Optional<MetadataChange> metadata,
            List<Note> notes,
            Outcome outcome) {
        this(ready, others, status, metadata, notes, outcome, Optional.empty(), Optional.empty());
    }

    /** Shows a condition and tells of it by an Event when it is news. */
    public static Ending of(Condition ready, Note note, Outcome outcome) {
        return new Ending(
                Optional.of(ready),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(note),
                outcome);
    }

    /** Writes nothing down. */
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

    /** The same, showing another state, told by one Event in place of those of a transition. */
    Ending showing(Condition other, Note note, Outcome next) {
        var told = new ArrayList<Note>();
        notes.stream().filter(each -> each.when() != Note.When.CHANGED).forEach(told::add);
        told.add(note);
        return new Ending(Optional.of(other), others, status, metadata, told, next, outside, marks);
    }

    /** The same where nothing stands for Ready. */
    Ending withoutReady() {
        return new Ending(
                Optional.empty(), others, status, metadata, notes, outcome, outside, marks);
    }

    Ending remembering(Marks now) {
        return new Ending(
                ready, others, status, metadata, notes, outcome, outside, Optional.of(now));
    }

    /** The same, coming again at another time. */
    public Ending comingAgain(Outcome next) {
        return new Ending(ready, others, status, metadata, notes, next, outside, marks);
    }
}
