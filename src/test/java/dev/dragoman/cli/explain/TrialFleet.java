package dev.dragoman.cli.explain;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.cli.trial.Trial;
import dev.dragoman.reconcile.GroupKind;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the model says of objects of a dry run, which the operator itself has reconciled. */
public final class TrialFleet {
    private final Fleet fleet;

    /**
     * The objects as they are now.
     *
     * @param composed kinds of compositions
     */
    public TrialFleet(Trial trial, Set<GroupKind> composed) {
        var needs = new Needs(Catalog.load(), kind -> named(trial, kind), composed);
        this.fleet =
                new Fleet(
                        key ->
                                trial.object(key)
                                        .map(needs::known)
                                        .orElseGet(() -> Known.none(key, Known.Presence.ABSENT)),
                        (_, _) -> {});
        trial.keys().forEach(key -> fleet.add(needs.known(trial.object(key).orElseThrow())));
    }

    private static List<GroupKind> named(Trial trial, String kind) {
        return trial.keys().stream()
                .filter(each -> each.kind().equals(kind))
                .map(GroupKind::of)
                .distinct()
                .toList();
    }

    /** The first line of {@code explain}; empty where the object is Ready or not there. */
    public Optional<String> line(ObjectKey key, String down) {
        var operator = new OperatorState("", down, true, "", "", "", List.of(), List.of());
        return fleet.get(key).isThere()
                ? fleet.causes(operator).of(key).map(Cause::line)
                : Optional.empty();
    }
}
