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
 * Warns when a trigger of an overlay and another trigger lead to the same route of a capability.
 * Each trigger has its own queue, but the capability reconciles an object only once at a time.
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
     * @param overlays the files among these that are overlays
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

    /** Whether both triggers may have the same object. True when their kinds cannot be compared. */
    private static boolean sameKinds(Unit one, Unit other) {
        var kinds = kinds(one);
        return kinds.isEmpty()
                || kinds(other).isEmpty()
                || !Collections.disjoint(kinds, kinds(other));
    }

    /** The kinds of a trigger; empty when not all kinds are written as GROUP/KIND. */
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
        var reason =
                "%s and %s both lead to %s, which reconciles an object only once at a time. A second reconciliation fails with InHand and is tried again; let only one of these routes lead there";
        var label = trigger.label();
        return trigger.file().warning(trigger.line(), reason, label, other.label(), route);
    }
}
