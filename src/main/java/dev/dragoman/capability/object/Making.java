package dev.dragoman.capability.object;

import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.LineFault;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.kube.object.Fields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the makers of one reconciliation have answered, and which objects are wanted by that. */
public final class Making {
    private final Declaration declaration;
    private final Makes makes;
    private final Present present;
    private final Map<String, Made> answers = new LinkedHashMap<>();
    private List<Map<String, Object>> wanted = List.of();
    private boolean open = true;

    /** Files that are to restrict others, and have added nothing. */
    private final Set<String> idle = new TreeSet<>();

    /** Whether objects of teams restrict others in place of those of lines. */
    private boolean restricted;

    /**
     * @throws IllegalStateException when the capability does not say how it makes objects
     */
    public Making(Declaration declaration, Present present) {
        this.declaration = declaration;
        this.makes =
                declaration
                        .makes()
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                declaration.name() + " has no field manager"));
        this.present = present;
    }

    /** Whether makers may still answer. */
    public boolean isOpen() {
        return open;
    }

    /**
     * Whether the line is to say now what it makes; it does so once.
     *
     * @throws LineFault when the line stands too low, or a line that it needs did not run
     */
    public boolean asks(Line line) {
        if (answers.containsKey(line.step())) {
            return false;
        }
        if (!open) {
            throw new LineFault(
                    "route %s has its line for '%s' too low: it is already known what is wanted; move the line up"
                            .formatted(declaration.name(), line.step()));
        }
        declaration.lines().makers().stream()
                .filter(each -> line.above().contains(each.step()))
                .filter(each -> !(each.restricts() && restricted))
                .map(Line::step)
                .filter(each -> !answers.containsKey(each))
                .forEach(
                        each -> {
                            throw new LineFault(
                                    "route %s came to '%s' and not to '%s', which must stand above it%s"
                                            .formatted(
                                                    declaration.name(),
                                                    line.step(),
                                                    each,
                                                    missing()));
                        });
        return true;
    }

    private String missing() {
        return idle.isEmpty()
                ? ""
                : ", as %s has added no object in its place".formatted(String.join(" and ", idle));
    }

    public boolean answered(String line) {
        return answers.containsKey(line);
    }

    public void answer(String line, Made made) {
        answers.put(line, made);
    }

    /**
     * Teams have added objects. These restrict others in place of those of lines where each file
     * that is to restrict has added some.
     *
     * @param objects as they are to be made
     * @param restricting names of the files whose objects restrict others
     * @param adding names of the files that have added objects
     */
    public void added(
            List<Map<String, Object>> objects, Set<String> restricting, Set<String> adding) {
        answers.put(CapabilityLines.OBJECTS, new Made.Objects(objects));
        idle.addAll(restricting);
        idle.removeAll(adding);
        restricted = !restricting.isEmpty() && idle.isEmpty();
    }

    /** The objects that are wanted by the answers so far. */
    public List<Map<String, Object>> objects() {
        return answers.values().stream().flatMap(each -> each.objects().stream()).toList();
    }

    private List<Map<String, Object>> added() {
        return Optional.ofNullable(answers.get(CapabilityLines.OBJECTS))
                .map(Made::objects)
                .orElse(List.of());
    }

    /**
     * The objects that a team adds, in the form in which they are applied.
     *
     * @throws UnfitWanted when they cannot be made
     */
    public List<Map<String, Object>> fitting(List<Map<String, Object>> added) {
        return AddedObjects.fitting(added, present.owner(), present.labels());
    }

    /**
     * All makers have answered. Returns what is wanted.
     *
     * @throws UnfitWanted when a team adds an object that a line makes
     */
    public List<Map<String, Object>> close() {
        AddedObjects.alone(added(), answers);
        open = false;
        wanted = objects();
        return wanted;
    }

    /**
     * The added objects to record before anything is applied or deleted: those of now, and those
     * that may still exist.
     */
    Set<AddedObjects.Named> remembered() {
        var all = new HashSet<>(present.unread());
        added().forEach(each -> all.add(AddedObjects.Named.of(each)));
        present.all().values().stream()
                .filter(each -> each.maker().equals(CapabilityLines.OBJECTS))
                .forEach(each -> all.add(AddedObjects.Named.of(each.object())));
        return all;
    }

    /**
     * Replaces what is wanted by what the team's steps made of it: the same objects, in the same
     * order. Returns them as they are to be applied.
     *
     * @throws UnfitWanted when a step took away a label by which the operator sees what it made
     */
    @SuppressWarnings("unchecked") // checked when it came back: a list of objects
    public List<Map<String, Object>> with(Object others) {
        var now = (List<Map<String, Object>>) others;
        for (int i = 0; i < now.size(); i++) {
            labelled(wanted.get(i), now.get(i));
        }
        var all = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < now.size(); i++) {
            all.add(waits(wanted.get(i)) ? withoutTemplate(now.get(i)) : now.get(i));
        }
        wanted = List.copyOf(all);
        return wanted;
    }

    private void labelled(Map<String, Object> before, Map<String, Object> now) {
        for (var each : present.labels().entrySet()) {
            if (Fields.label(before, each.getKey()).equals(each.getValue())
                    && !Fields.label(now, each.getKey()).equals(each.getValue())) {
                throw new UnfitWanted(
                        "took away the label %s, by which the operator sees what it made; nothing was applied"
                                .formatted(each.getKey()));
            }
        }
    }

    /**
     * Whether a Deployment is wanted without its template, because its pods must wait for a change.
     * It stays without one, whatever steps set in it.
     */
    private static boolean waits(Map<String, Object> object) {
        return "Deployment".equals(object.get("kind"))
                && !Fields.spec(object).containsKey("template");
    }

    private static Map<String, Object> withoutTemplate(Map<String, Object> object) {
        var spec = new LinkedHashMap<>(Fields.spec(object));
        spec.remove("template");
        var copy = new LinkedHashMap<>(object);
        copy.put("spec", spec);
        if (spec.isEmpty()) {
            copy.remove("spec");
        }
        return copy;
    }

    /** Compares what is wanted with what exists. */
    public ObjectComparison compare() {
        var lines =
                declaration.lines().makers().stream()
                        .map(each -> restricted ? each.replaced() : each)
                        .toList();
        return ObjectComparison.of(makes, lines, present, answers, wanted);
    }
}
