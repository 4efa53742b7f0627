package dev.dragoman.capability;

import dev.dragoman.kube.Applier;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is wanted against what is there: all that is applied and taken away in a reconciliation.
 * Immutable.
 *
 * @param wanted in the order of the lines that make it
 * @param changes those that an apply would make or change
 * @param obsolete what is there and goes, what is made last first
 * @param afterOwned whether these go after what they own, as what restricts that goes too
 * @param exists whether anything is there
 * @param troubles what the makers have to tell
 * @param makers names of the lines that made something, or said that they do not
 */
public record Comparison(
        List<Map<String, Object>> wanted,
        List<Map<String, Object>> changes,
        List<Map<String, Object>> obsolete,
        boolean afterOwned,
        boolean exists,
        Troubles troubles,
        Set<String> makers) {
    private static final Comparison NONE =
            new Comparison(
                    List.of(),
                    List.of(),
                    List.of(),
                    false,
                    false,
                    new Troubles(List.of()),
                    Set.of());

    public Comparison {
        wanted = List.copyOf(wanted);
        changes = List.copyOf(changes);
        obsolete = List.copyOf(obsolete);
        makers = Set.copyOf(makers);
    }

    /** The one of this reconciliation; nothing at all where it has not come to it. */
    public static Comparison of(Results done) {
        return done.last(ObjectStep.Compare.class, Comparison.class).orElse(NONE);
    }

    /**
     * What follows from the answers of makers.
     *
     * @param lines of all makers, whether the route has them or not
     * @param answers by line
     * @param wanted what they make, after teams have had their say
     */
    static Comparison of(
            Makes makes,
            List<Line> lines,
            Present present,
            Map<String, Made> answers,
            List<Map<String, Object>> wanted) {
        var going = going(lines, present, answers, wanted);
        var waiting = going.stream().filter(each -> waits(lines, present, each)).toList();
        return new Comparison(
                wanted,
                changes(makes, present, wanted),
                going.stream()
                        .filter(each -> !waiting.contains(each))
                        .map(Present.There::object)
                        // it is gone when its finalizers are
                        .filter(each -> !Fields.deleting(each))
                        .toList(),
                !waiting.isEmpty(),
                !present.all().isEmpty(),
                Troubles.of(
                        Stream.concat(
                                        answers.values().stream()
                                                .flatMap(each -> each.troubles().stream()),
                                        left(present, wanted).stream())
                                .toList(),
                        makes.worst()),
                answers.keySet());
    }

    private static List<Map<String, Object>> changes(
            Makes makes, Present present, List<Map<String, Object>> wanted) {
        var options =
                new ApplyOptions(
                        makes.manager(), Optional.of(present.owner()), true, false, makes.former());
        return wanted.stream()
                .filter(
                        each ->
                                !Optional.ofNullable(present.all().get(Fields.key(each)))
                                        .map(Present.There::object)
                                        .map(there -> Applier.upToDate(each, there, options))
                                        .orElse(false))
                .toList();
    }

    /** What nobody adds any more, and cannot be taken away. */
    private static Optional<Trouble> left(Present present, List<Map<String, Object>> wanted) {
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
                                "no file adds %s any more, and the operator may not read it; give it the rights to get and to delete it"
                                        .formatted(String.join(", ", left))));
    }

    /** What no line makes any more, and what a line says is not wanted. */
    private static List<Present.There> going(
            List<Line> lines,
            Present present,
            Map<String, Made> answers,
            List<Map<String, Object>> wanted) {
        var kept = new HashSet<ObjectKey>();
        wanted.forEach(each -> kept.add(Fields.key(each)));
        var order = lines.stream().map(Line::step).toList();
        var going = new ArrayList<Present.There>();
        for (var line : order.reversed()) {
            present.all()
                    .forEach(
                            (key, there) -> {
                                if (there.maker().equals(line)
                                        && !kept.contains(key)
                                        && goes(Optional.ofNullable(answers.get(line)), there)) {
                                    going.add(there);
                                }
                            });
        }
        return going;
    }

    /** A line that is not there makes nothing; one that does not know keeps what there is. */
    private static boolean goes(Optional<Made> answer, Present.There there) {
        return !(answer.orElseGet(Made.NotWanted::new) instanceof Made.Unknown unknown)
                || unknown.gone().stream()
                        .anyMatch(each -> Fields.key(each).equals(Fields.key(there.object())));
    }

    /** What restricts others stays while anything of these is there. */
    private static boolean waits(List<Line> lines, Present present, Present.There there) {
        return lines.stream()
                        .anyMatch(each -> each.step().equals(there.maker()) && each.restricts())
                && lines.stream()
                        .filter(each -> each.above().contains(there.maker()))
                        .anyMatch(each -> present.has(each.step()));
    }

    /**
     * What of it is still to be done: what is taken away goes after what replaces it is there.
     * Empty when nothing is.
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

    /** The same before each change, so that teams are asked once about all of them. */
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
