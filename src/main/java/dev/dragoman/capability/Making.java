package dev.dragoman.capability;

import dev.dragoman.kube.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
     * @throws LineFault when it comes after what it was needed for, or without what it needs
     */
    boolean asks(Line line) {
        if (answers.containsKey(line.step())) {
            return false;
        }
        if (!open) {
            throw new LineFault(
                    "route %s has its line for '%s' too low: what is wanted is known there"
                            .formatted(declaration.name(), line.step()));
        }
        declaration.lines().makers().stream()
                .map(Line::step)
                .filter(line.above()::contains)
                .filter(each -> !answers.containsKey(each))
                .forEach(
                        each -> {
                            throw new LineFault(
                                    "route %s came to '%s' and not to '%s', without which it makes nothing"
                                            .formatted(declaration.name(), line.step(), each));
                        });
        return true;
    }

    void answer(String line, Made made) {
        answers.put(line, made);
    }

    /** All have said it; what is wanted by them. */
    List<Map<String, Object>> close() {
        open = false;
        wanted = answers.values().stream().flatMap(each -> each.objects().stream()).toList();
        return wanted;
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

    Comparison compare() {
        return Comparison.of(makes, declaration.lines().makers(), present, answers, wanted);
    }
}
