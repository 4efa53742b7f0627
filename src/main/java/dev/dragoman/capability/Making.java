package dev.dragoman.capability;

import dev.dragoman.kube.Fields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the makers of one reconciliation have said, and what is wanted by that. */
final class Making {
    private final Declaration declaration;
    private final Makes makes;
    private final Present present;
    private final Map<String, Made> answers = new LinkedHashMap<>();
    private List<Map<String, Object>> wanted = List.of();
    private boolean open = true;

    /**
     * @throws IllegalStateException when the capability does not say how it makes objects
     */
    Making(Declaration declaration, Present present) {
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

    /** Whether makers may still come. */
    boolean isOpen() {
        return open;
    }

    /**
     * Whether the line is to say what it makes: once.
     *
     * @param restricted whether what teams add takes the place of what restricts
     * @throws LineFault when it comes after what it was needed for, or without what it needs
     */
    boolean asks(Line line, boolean restricted) {
        if (answers.containsKey(line.step())) {
            return false;
        }
        if (!open) {
            throw new LineFault(
                    "route %s has its line for '%s' too low: what is wanted is known there"
                            .formatted(declaration.name(), line.step()));
        }
        declaration.lines().makers().stream()
                .filter(each -> line.above().contains(each.step()))
                .filter(each -> !(each.restricts() && restricted && !added().isEmpty()))
                .map(Line::step)
                .filter(each -> !answers.containsKey(each))
                .forEach(
                        each -> {
                            throw new LineFault(
                                    "route %s came to '%s' and not to '%s', without which it makes nothing"
                                            .formatted(declaration.name(), line.step(), each));
                        });
        return true;
    }

    boolean answered(String line) {
        return answers.containsKey(line);
    }

    void answer(String line, Made made) {
        answers.put(line, made);
    }

    /** What is wanted by those that have said it. */
    List<Map<String, Object>> objects() {
        return answers.values().stream().flatMap(each -> each.objects().stream()).toList();
    }

    private List<Map<String, Object>> added() {
        return Optional.ofNullable(answers.get(CapabilityLines.OBJECTS))
                .map(Made::objects)
                .orElse(List.of());
    }

    /**
     * What a team adds, as it is made.
     *
     * @throws UnfitWanted when it cannot be
     */
    List<Map<String, Object>> fitting(List<Map<String, Object>> added) {
        return AddedObjects.fitting(added, present.owner(), present.labels());
    }

    /**
     * All have said it; what is wanted by them.
     *
     * @throws UnfitWanted when a team adds what a line makes
     */
    List<Map<String, Object>> close() {
        AddedObjects.alone(added(), answers);
        open = false;
        wanted = objects();
        return wanted;
    }

    /**
     * What is to be remembered of added objects before anything is applied, or taken away: those of
     * now, and those that may still be there.
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
     * Others have made these of what is wanted: the same objects, in the same order.
     *
     * @throws UnfitWanted when nobody would see any more what was made
     */
    @SuppressWarnings("unchecked") // checked when it came back: a list of objects
    void with(Object others) {
        var now = (List<Map<String, Object>>) others;
        for (int i = 0; i < now.size(); i++) {
            labelled(wanted.get(i), now.get(i));
        }
        var all = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < now.size(); i++) {
            all.add(waits(wanted.get(i)) ? withoutTemplate(now.get(i)) : now.get(i));
        }
        wanted = List.copyOf(all);
    }

    private void labelled(Map<String, Object> before, Map<String, Object> now) {
        for (var each : present.labels().entrySet()) {
            if (Fields.label(before, each.getKey()).equals(each.getValue())
                    && !Fields.label(now, each.getKey()).equals(each.getValue())) {
                throw new UnfitWanted(
                        "took away the label %s, by which the operator sees what it made; nothing was made of it"
                                .formatted(each.getKey()));
            }
        }
    }

    /** Pods that wait for a change keep their template, whatever was set in it. */
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

    /**
     * @param restricted as in {@link #asks}
     */
    Comparison compare(boolean restricted) {
        var lines =
                declaration.lines().makers().stream()
                        .map(each -> restricted && !added().isEmpty() ? each.replaced() : each)
                        .toList();
        return Comparison.of(makes, lines, present, answers, wanted);
    }
}
