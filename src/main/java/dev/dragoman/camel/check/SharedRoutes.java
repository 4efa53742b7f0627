package dev.dragoman.camel.check;

import dev.dragoman.camel.check.Reach.Unit;
import dev.dragoman.capability.CapabilityLines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds triggers of overlays that lead to a capability's route to which another trigger leads too.
 * Each has its own queue, but the capability has an object in hand once.
 */
final class SharedRoutes {
    private final Reach reach;
    private final List<Unit> triggers;

    private SharedRoutes(Reach reach) {
        this.reach = reach;
        this.triggers =
                reach.all().stream()
                        .filter(each -> each.scheme().equals(Reach.RECONCILE) && !each.isBeside())
                        .toList();
    }

    /**
     * @param all files that will run
     * @param overlays those of them that are overlays
     */
    static List<Diagnostic> warnings(
            List<YamlFile> all, Collection<YamlFile> overlays, List<CapabilityLines> lines) {
        var reach = Reach.of(all);
        if (reach.isUncertain()) {
            return List.of();
        }
        var shared = new SharedRoutes(reach);
        var found = new ArrayList<Diagnostic>();
        lines.stream()
                .flatMap(each -> Stream.of(each.route(false), each.route(true)))
                .distinct()
                .forEach(route -> found.addAll(shared.of("direct:" + route, overlays)));
        return found;
    }

    private List<Diagnostic> of(String route, Collection<YamlFile> overlays) {
        var leading = triggers.stream().filter(each -> leads(each, route)).toList();
        return leading.stream()
                .filter(each -> overlays.contains(each.file()))
                .flatMap(
                        each ->
                                leading.stream()
                                        .filter(
                                                other ->
                                                        !other.equals(each)
                                                                && sameKinds(each, other))
                                        .map(other -> warning(each, other, route)))
                .toList();
    }

    private boolean leads(Unit trigger, String route) {
        return reach.from(trigger::equals).stream().anyMatch(each -> each.begins().equals(route));
    }

    /** Whether both may have the same object; in doubt they may. */
    private static boolean sameKinds(Unit one, Unit other) {
        var kinds = kinds(one);
        return kinds.isEmpty()
                || kinds(other).isEmpty()
                || !Collections.disjoint(kinds, kinds(other));
    }

    /** The kinds of a trigger; empty when they are not listed one by one. */
    private static Set<String> kinds(Unit trigger) {
        var kinds =
                EndpointAddress.of(trigger.file(), trigger.part()).stream()
                        .filter(each -> each.use() == EndpointAddress.Use.CONSUMES)
                        .map(each -> each.parameter("kinds"))
                        .flatMap(each -> Arrays.stream(each.split(",")))
                        .map(String::strip)
                        .collect(Collectors.toSet());
        return kinds.stream().allMatch(each -> each.matches("[A-Za-z0-9.-]+/[A-Za-z0-9]+"))
                ? kinds
                : Set.of();
    }

    private static Diagnostic warning(Unit trigger, Unit other, String route) {
        return trigger.file()
                .problem(
                        trigger.line(),
                        "%s and %s both lead to %s, where one reconciliation of an object runs at a time. The other fails with InHand and is tried again; let one lead there"
                                .formatted(trigger.label(), other.label(), route))
                .asWarning();
    }
}
