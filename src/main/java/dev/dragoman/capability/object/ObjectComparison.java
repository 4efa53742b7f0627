package dev.dragoman.capability.object;

import dev.dragoman.capability.Line;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.point.Before;
import dev.dragoman.kube.Applier;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The wanted objects compared with the existing ones: which of them a reconciliation applies and
 * deletes. Immutable.
 *
 * @param wanted the wanted objects, in the order of the lines that make them
 * @param changes the wanted objects that an apply would create or change
 * @param obsolete the existing objects to delete, those of the last line first
 * @param afterOwned whether each obsolete object is deleted only after the objects that it owns,
 *     such as pods. True when an unwanted object that restricts others, such as a NetworkPolicy,
 *     must stay until the restricted objects are gone
 * @param exists whether any object of the makers exists
 * @param troubles what the makers report
 * @param makers names of the lines that have answered
 */
public record ObjectComparison(
        List<Map<String, Object>> wanted,
        List<Map<String, Object>> changes,
        List<Map<String, Object>> obsolete,
        boolean afterOwned,
        boolean exists,
        Troubles troubles,
        Set<String> makers) {
    private static final ObjectComparison NONE =
            new ObjectComparison(
                    List.of(),
                    List.of(),
                    List.of(),
                    false,
                    false,
                    new Troubles(List.of()),
                    Set.of());

    public ObjectComparison {
        wanted = List.copyOf(wanted);
        changes = List.copyOf(changes);
        obsolete = List.copyOf(obsolete);
        makers = Set.copyOf(makers);
    }

    /**
     * The result of the step {@link ObjectStep.Compare}; an empty comparison when the step was not
     * done yet.
     */
    public static ObjectComparison of(Results done) {
        return done.last(ObjectStep.Compare.class, ObjectComparison.class).orElse(NONE);
    }

    /**
     * Compares the wanted objects with the existing ones.
     *
     * @param lines all declared lines that make objects, even those that the route leaves out
     * @param answers what the makers have answered, by line
     * @param wanted the wanted objects, after the team's steps
     */
    static ObjectComparison of(
            Makes makes,
            List<Line> lines,
            Present present,
            Map<String, Made> answers,
            List<Map<String, Object>> wanted) {
        var going = going(lines, present, answers, wanted);
        var waiting = going.stream().filter(each -> waits(lines, present, going, each)).toList();
        return new ObjectComparison(
                wanted,
                changes(makes, present, wanted),
                going.stream()
                        .filter(each -> !waiting.contains(each))
                        .map(Present.There::object)
                        // an object with a deletionTimestamp needs no second DELETE
                        .filter(each -> !Fields.deleting(each))
                        .toList(),
                waiting.stream().anyMatch(each -> isMadeBy(lines, each, Line::restricts)),
                !present.all().isEmpty(),
                Troubles.of(
                        Stream.concat(
                                        answers.values().stream()
                                                .flatMap(each -> each.troubles().stream()),
                                        unreadable(present, wanted).stream())
                                .toList(),
                        makes.worst()),
                answers.keySet());
    }

    private static List<Map<String, Object>> changes(
            Makes makes, Present present, List<Map<String, Object>> wanted) {
        var all = new ArrayList<Map<String, Object>>();
        for (var each : wanted) {
            var there = present.all().get(Fields.key(each));
            var options = makes.options(present.owner(), each);
            if (there == null || !Applier.upToDate(each, there.object(), options)) {
                all.add(each);
            }
        }
        return all;
    }

    /** Reports added objects that no step adds any more and that the operator may not read. */
    private static Optional<Trouble> unreadable(Present present, List<Map<String, Object>> wanted) {
        var now = wanted.stream().map(AddedObjects.Named::of).collect(Collectors.toSet());
        var left =
                present.unread().stream()
                        .filter(each -> !now.contains(each))
                        .map(AddedObjects.Named::text)
                        .sorted()
                        .toList();
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Trouble.beside(
                                "AddedObjects",
                                "AddedObjectsLeft",
                                "no file adds %s any more, but the operator may not read and delete them; give the operator the rights to get and delete them"
                                        .formatted(String.join(", ", left))));
    }

    /** Existing objects that are no longer wanted, those of the last line first. */
    private static List<Present.There> going(
            List<Line> lines,
            Present present,
            Map<String, Made> answers,
            List<Map<String, Object>> wanted) {
        var kept = new HashSet<ObjectKey>();
        wanted.forEach(each -> kept.add(Fields.key(each)));
        var order = new LinkedHashSet<String>();
        lines.forEach(each -> order.add(each.step()));
        // lines that a team has deleted
        present.all().values().forEach(each -> order.add(each.maker()));
        var going = new ArrayList<Present.There>();
        for (var line : order.reversed()) {
            present.all()
                    .forEach(
                            (key, there) -> {
                                if (there.maker().equals(line)
                                        && !there.stays()
                                        && !kept.contains(key)
                                        && goes(Optional.ofNullable(answers.get(line)), there)) {
                                    going.add(there);
                                }
                            });
        }
        return going;
    }

    /**
     * Whether an unwanted object is deleted. It is, unless its maker answered {@link Made.Unknown}
     * without naming the object in {@link Made.Unknown#gone}. A line that is left out of the route
     * counts as {@link Made.NotWanted}.
     */
    private static boolean goes(Optional<Made> answer, Present.There there) {
        return !(answer.orElseGet(Made.NotWanted::new) instanceof Made.Unknown unknown)
                || unknown.gone().stream()
                        .anyMatch(each -> Fields.key(each).equals(Fields.key(there.object())));
    }

    /**
     * Whether the object cannot be deleted yet: it restricts other objects, and some of them still
     * exist, or others read it that go too.
     */
    private static boolean waits(
            List<Line> lines, Present present, List<Present.There> going, Present.There there) {
        boolean restricts = isMadeBy(lines, there, Line::restricts);
        boolean read = isMadeBy(lines, there, line -> line.makes() == Line.Makes.VALUES);
        var leaving = going.stream().map(Present.There::maker).toList();
        return lines.stream()
                .filter(each -> each.above().contains(there.maker()))
                .anyMatch(
                        each ->
                                (restricts && present.has(each.step()))
                                        || (read && leaving.contains(each.step())));
    }

    private static boolean isMadeBy(List<Line> lines, Present.There there, Predicate<Line> which) {
        return lines.stream()
                .anyMatch(each -> each.step().equals(there.maker()) && which.test(each));
    }

    /**
     * The next step: first apply, then remove, so that an object is deleted only after its
     * replacement exists. Empty when nothing is left to do.
     */
    public Optional<Step> next(Results done) {
        if (!changes.isEmpty() && !done.has(ObjectStep.Apply.class)) {
            return Optional.of(new ObjectStep.Apply(changes, before()));
        }
        if (!obsolete.isEmpty() && !done.has(ObjectStep.Remove.class)) {
            return Optional.of(new ObjectStep.Remove(obsolete, before(), afterOwned));
        }
        return Optional.empty();
    }

    /**
     * The extension point before the steps apply and remove. It is the same point for both, so its
     * steps run once for all changes.
     */
    public Optional<Before> before() {
        return Optional.of(
                exists
                        ? Before.change(
                                Present.names(
                                        Stream.concat(changes.stream(), obsolete.stream())
                                                .toList()))
                        : Before.create());
    }
}
