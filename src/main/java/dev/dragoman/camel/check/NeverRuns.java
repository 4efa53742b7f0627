package dev.dragoman.camel.check;

import dev.dragoman.camel.check.Reach.Unit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds overlays that never run, and built-in routes that no longer run because of overlays. */
final class NeverRuns {

    private final List<YamlFile> shipped;
    private final List<YamlFile> overlays;
    private final Set<String> names;

    /**
     * @param shipped all built-in files
     * @param overlays all files of the overlays
     */
    NeverRuns(List<YamlFile> shipped, List<YamlFile> overlays) {
        this.shipped = shipped;
        this.overlays = overlays;
        this.names = shipped.stream().map(YamlFile::name).collect(Collectors.toSet());
    }

    /**
     * @param all all files that will run
     */
    List<Diagnostic> warnings(List<YamlFile> all) {
        var before = Reach.of(shipped);
        var reach = Reach.of(all);
        if (reach.isUncertain()) {
            return List.of();
        }
        // Java code calls built-in units that no built-in trigger reaches: these count as running
        var ranBefore = before.from(Unit::isTriggered);
        var reached =
                reach.from(
                        unit ->
                                unit.isTriggered()
                                        || (shipped.contains(unit.file())
                                                && !ranBefore.contains(unit)));
        var idle = new ArrayList<>(reach.all());
        idle.removeAll(reached);
        var warnings = new ArrayList<Diagnostic>();
        for (var file : overlays) {
            warnings.addAll(of(file, reach.in(List.of(file)), idle));
        }
        cutOff(before, idle, warnings);
        return warnings;
    }

    private List<Diagnostic> of(YamlFile file, List<Unit> units, List<Unit> idle) {
        var begins = units.stream().map(Unit::begins).collect(Collectors.joining(", "));
        boolean kamelet = file.name().endsWith(".kamelet.yaml");
        if (idle.containsAll(units) && (kamelet || !names.contains(file.name()))) {
            var what =
                    kamelet
                            ? "does not have the name of an extension point"
                            : "replaces no built-in file (%s)".formatted(names());
            return List.of(file.warning(1, "%s, and no route that runs calls %s", what, begins));
        }
        var reason = "%s never runs: no route that runs calls %s";
        return units.stream()
                .filter(idle::contains)
                .map(unit -> file.warning(unit.line(), reason, unit.label(), unit.begins()))
                .toList();
    }

    /** Names of the built-in files that an overlay can replace. */
    private String names() {
        return names.stream()
                .filter(each -> !each.equals(StraightRoutes.FAILURES))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Finds built-in routes that no longer run, because only a replaced file called them. */
    private void cutOff(Reach before, List<Unit> idle, List<Diagnostic> warnings) {
        var lost = new HashSet<>(idle);
        lost.removeIf(unit -> !shipped.contains(unit.file()));
        var reason =
                "the built-in %s no longer runs: only the built-in file that this file replaces called %s";
        for (var file : overlays) {
            before.all().stream()
                    .filter(unit -> unit.file().name().equals(file.name()))
                    .flatMap(unit -> unit.calls().stream())
                    .flatMap(call -> lost.stream().filter(unit -> unit.begins().equals(call)))
                    .distinct()
                    .map(unit -> file.warning(1, reason, unit.label(), unit.begins()))
                    .forEach(warnings::add);
        }
    }
}
