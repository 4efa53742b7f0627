package dev.dragoman.composition.decision;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Results;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.object.ObjectComparison;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.capability.object.Trouble;
import dev.dragoman.capability.object.Troubles;
import dev.dragoman.capability.status.Condition.Severity;
import dev.dragoman.capability.status.Outside;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides the next step for an object of a composition. */
public final class CompositionDecision {
    /** Time until the next reconciliation when a line waits for what this one has made. */
    private static final Duration AT_ONCE = Duration.ofMillis(50);

    private CompositionDecision() {}

    /** The next step, or the end of the reconciliation. */
    public static Step next(CompositionFacts facts, Results done) {
        if (facts.deleting()) {
            return leaving(facts, done);
        }
        var compared = ObjectComparison.of(done);
        return compared.next(done).orElseGet(() -> ending(facts, compared, done));
    }

    private static Step leaving(CompositionFacts facts, Results done) {
        boolean keeps = facts.detached() && !facts.orphaning();
        if (keeps && !facts.owned().isEmpty() && !done.has(ObjectStep.Detach.class)) {
            return new ObjectStep.Detach(facts.owned());
        }
        if (keeps || facts.orphaning() || facts.leftovers().isEmpty()) {
            return Ending.quiet(Outcome.done());
        }
        var removable = facts.removable();
        if (!removable.isEmpty() && !done.has(ObjectStep.Remove.class)) {
            return new ObjectStep.Remove(removable, Optional.empty(), false);
        }
        var names = new ArrayList<String>();
        facts.leftovers().keySet().forEach(each -> names.add(each.kind() + " " + each.name()));
        var text = "waits until these are gone: " + String.join(", ", names);
        var waits = CompositionTrouble.passing("Deleting", text, Severity.INFO);
        return ending(facts, List.of(waits));
    }

    private static Ending ending(CompositionFacts facts, List<Trouble> troubles) {
        return Troubles.of(troubles, CompositionTrouble.WORST_FIRST)
                .ending(Fields.generation(facts.object()), Optional.empty());
    }

    private static Ending ending(CompositionFacts facts, ObjectComparison compared, Results done) {
        if (waitsForCreated(facts, compared, done)) {
            return Ending.quiet(new Outcome.RequeueAfter(AT_ONCE));
        }
        var there = there(facts, done);
        var rows = new ArrayList<Map<String, Object>>();
        var troubles = new ArrayList<Trouble>();
        for (var line : facts.lines().values()) {
            for (var wanted : facts.made().get(line.template().line()).objects()) {
                var ready = line.readiness(there.get(Fields.key(wanted)));
                rows.add(row(wanted, ready));
                // what is not ready comes before what waits for it
                if (!ready.isReady() && troubles.isEmpty()) {
                    troubles.add(trouble(wanted, ready));
                }
            }
        }
        troubles.addAll(facts.status().troubles());
        troubles.addAll(compared.troubles().all());
        var status = new LinkedHashMap<>(facts.status().fields());
        if (!rows.isEmpty()) {
            status.put("objects", rows);
        }
        var ending = ending(facts, troubles).withStatus(status);
        return troubles.stream().allMatch(Trouble::harmless)
                ? ending.withOutside(new Outside(Fields.metadata(facts.object(), "uid"), Map.of()))
                : ending;
    }

    /**
     * Whether a line waits for what this reconciliation has created. That is over at once, so
     * nothing is shown of it.
     */
    private static boolean waitsForCreated(
            CompositionFacts facts, ObjectComparison compared, Results done) {
        var before = there(facts, Results.NONE).keySet();
        return done.has(ObjectStep.Apply.class)
                && compared.changes().stream().anyMatch(each -> !before.contains(Fields.key(each)))
                && compared.troubles().all().stream()
                        .anyMatch(each -> each.reason().equals(CompositionTrouble.WAITING));
    }

    /** The objects as they are after this reconciliation. */
    private static Map<ObjectKey, Map<String, Object>> there(CompositionFacts facts, Results done) {
        var all = new HashMap<ObjectKey, Map<String, Object>>();
        facts.lines().values().forEach(each -> all.putAll(each.there()));
        for (Object each : done.last(ObjectStep.Apply.class, List.class).orElse(List.of())) {
            if (each instanceof Map<?, ?> object) {
                var applied = Json.withoutNulls(object);
                all.put(Fields.key(applied), applied);
            }
        }
        return all;
    }

    private static Map<String, Object> row(Map<String, Object> wanted, Readiness ready) {
        var row = new LinkedHashMap<String, Object>();
        row.put("kind", wanted.get("kind"));
        var namespace = Fields.metadata(wanted, "namespace");
        if (!namespace.isEmpty()) {
            row.put("namespace", namespace);
        }
        row.put("name", Fields.metadata(wanted, "name"));
        row.put("ready", ready.isReady());
        row.put("reason", ready.reason());
        return row;
    }

    private static Trouble trouble(Map<String, Object> wanted, Readiness ready) {
        var name = Fields.metadata(wanted, "name");
        var text = "%s %s: %s".formatted(wanted.get("kind"), name, ready.message());
        return CompositionTrouble.passing(ready.reason(), text, ready.severity());
    }
}
