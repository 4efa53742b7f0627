package dev.dragoman.capability.object;

import dev.dragoman.capability.CapabilityLines;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Line;
import dev.dragoman.capability.LineFault;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.kube.ApplyOptions;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Seen;
import dev.dragoman.reconcile.ObjectKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Collects, during one reconciliation, the objects that the makers of a route want. A maker is a
 * line of a route that says which objects are wanted.
 */
public final class Making {
    private final Declaration declaration;
    private final Makes makes;
    private final Present present;
    private final Map<String, Made> answers = new LinkedHashMap<>();
    private List<Map<String, Object>> wanted = List.of();
    private boolean open = true;

    /** Names of objects that a team would have to add in place of those of a line, by line. */
    private final Map<String, List<String>> lacking = new HashMap<>();

    /** Overlay files that are declared to add restricting objects, but have added none. */
    private final Set<String> idle = new TreeSet<>();

    /** Overlay files that have added objects. */
    private Set<String> adding = Set.of();

    /**
     * Whether a team's objects restrict the workload, so that the route needs no lines that
     * restrict it.
     */
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

    /** How the line {@code apply} works; empty when it works as the operator. */
    public Optional<Applying> applying() {
        Function<Map<String, Object>, ApplyOptions> options =
                each -> makes.options(present.owner(), each);
        return makes.own().map(own -> new Applying(own.applier(), options));
    }

    /** Whether makers may still answer: until {@link #close}. */
    public boolean isOpen() {
        return open;
    }

    /**
     * Whether the line must answer now; false when it has answered already.
     *
     * @throws LineFault when the makers are closed, or a line that must stand above this one did
     *     not run
     */
    public boolean asks(Line line) {
        if (answers.containsKey(line.step())) {
            return false;
        }
        if (!open) {
            throw new LineFault(
                    "route %s has its line for '%s' too low: the list of wanted objects is already complete; move the line up"
                            .formatted(declaration.name(), line.step()));
        }
        declaration.lines().makers().stream()
                .filter(each -> line.above().contains(each.step()))
                .filter(each -> !(each.restricts() && restricted))
                .map(Line::step)
                .filter(each -> !answers.containsKey(each) && !List.of().equals(lacking.get(each)))
                .forEach(
                        each -> {
                            throw new LineFault(
                                    "route %s reached the line '%s' but not the line '%s', which must stand above it%s"
                                            .formatted(
                                                    declaration.name(),
                                                    line.step(),
                                                    each,
                                                    missing(each)));
                        });
        return true;
    }

    private String missing(String line) {
        if (lacking.containsKey(line)) {
            return "; in its place, add " + String.join(" and ", lacking.get(line));
        }
        return idle.isEmpty()
                ? ""
                : "; %s added no object that replaces the objects of the missing line"
                        .formatted(String.join(" and ", idle));
    }

    public boolean answered(String line) {
        return answers.containsKey(line);
    }

    public void answer(String line, Made made) {
        answers.put(line, made);
    }

    /**
     * Takes the objects that a team's steps added. If every restricting file added an object, these
     * objects take the place of the lines' objects that restrict.
     *
     * @param objects in the form in which they are applied
     * @param restricting names of the files that are declared to add restricting objects
     * @param adding names of the files that did add objects
     */
    public void added(
            List<Map<String, Object>> objects, Set<String> restricting, Set<String> adding) {
        answers.put(CapabilityLines.OBJECTS, new Made.Objects(objects));
        this.adding = Set.copyOf(adding);
        idle.addAll(restricting);
        idle.removeAll(adding);
        restricted = !restricting.isEmpty() && idle.isEmpty();
    }

    /**
     * Takes the added objects in the place of those of a line that the route leaves out, if there
     * is one for each of their names.
     *
     * @param made what the line would answer
     * @throws LineFault when the file for that adds other objects alone
     */
    public void replaced(String line, Made made) {
        var others = made.objects().stream().filter(each -> added(Fields.key(each)).isEmpty());
        lacking.put(line, Present.names(others.toList()));
        var file = "%s-objects.%s.steps.yaml".formatted(declaration.name(), line);
        if (adding.contains(file) && !lacking.get(line).isEmpty()) {
            throw new LineFault(
                    "leaves out the line '%s', and %s does not add %s in its place; add it, or give the file another name"
                            .formatted(line, file, String.join(" and ", lacking.get(line))));
        }
        if (lacking.get(line).isEmpty() && !made.objects().isEmpty()) {
            answers.put(
                    line,
                    made instanceof Made.Unknown unknown
                            ? new Made.Unknown(made.troubles(), List.of(), unknown.gone())
                            : new Made.Objects(List.of(), made.troubles()));
        }
    }

    /** The object that a team's steps added under this key. */
    public Optional<Map<String, Object>> added(ObjectKey key) {
        return added().stream().filter(each -> Fields.key(each).equals(key)).findFirst();
    }

    /** The wanted objects of all answers so far. */
    public List<Map<String, Object>> objects() {
        return answers.values().stream().flatMap(each -> each.objects().stream()).toList();
    }

    private List<Map<String, Object>> added() {
        return Optional.ofNullable(answers.get(CapabilityLines.OBJECTS))
                .map(Made::objects)
                .orElse(List.of());
    }

    /**
     * Turns objects that a team's steps added into the form in which they are applied.
     *
     * @throws UnfitWanted when they cannot be made
     */
    public List<Map<String, Object>> fitting(List<Map<String, Object>> added) {
        return AddedObjects.fitting(added, present.owner(), present.labels());
    }

    /**
     * Accepts no more answers of makers, and returns the wanted objects.
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
     * The added objects to record before objects are applied or deleted: those that steps add now,
     * and those that may still exist. For a capability with an account of its own, also those of
     * lines.
     */
    Set<AddedObjects.Named> remembered() {
        var all = new HashSet<>(present.unread());
        added().forEach(each -> all.add(AddedObjects.Named.of(each)));
        boolean own = makes.own().isPresent();
        for (var there : present.all().values()) {
            if (there.maker().equals(CapabilityLines.OBJECTS)) {
                all.add(AddedObjects.Named.of(there.object()));
            } else if (own && !there.stays()) {
                all.add(AddedObjects.Named.of(there.maker(), there.object()));
            }
        }
        for (var line : own ? answers.keySet() : Set.<String>of()) {
            for (var each : answers.get(line).objects()) {
                if (!line.equals(CapabilityLines.OBJECTS)
                        && !makes.own().get().yielding().test(each)) {
                    all.add(AddedObjects.Named.of(line, each));
                }
            }
        }
        return all;
    }

    /**
     * What was observed of the wanted objects, so that an apply changes only what its decision has
     * seen; nothing for a capability that makes objects as the operator.
     */
    Seen seen() {
        if (makes.own().isEmpty()) {
            return Seen.NOTHING;
        }
        var all = new HashMap<ObjectKey, Optional<Map<String, Object>>>();
        wanted.forEach(each -> all.put(Fields.key(each), Optional.empty()));
        present.all().forEach((key, there) -> all.put(key, Optional.of(there.object())));
        added().forEach(each -> all.remove(Fields.key(each)));
        return new Seen(all);
    }

    /**
     * Replaces the wanted objects by those that a team's steps returned. Returns the new objects in
     * the form in which they are applied.
     *
     * @param others the same objects in the same order, with changed fields
     * @throws UnfitWanted when a step removed or changed a label by which the operator's watches
     *     see the object
     */
    @SuppressWarnings("unchecked") // ReturnedBody has checked that it is a list of objects
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
                        "took away the label %s, by which the operator finds the objects that it made; nothing was applied"
                                .formatted(each.getKey()));
            }
        }
    }

    /**
     * Whether the object is a Deployment without a pod template. The template is left out while
     * another change must come first; a template that steps set is removed.
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
