package dev.dragoman.camel.check;

import dev.dragoman.camel.Overlays;
import dev.dragoman.capability.point.Point;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Finds which routes and kamelets can run. A route that begins with a trigger runs. A route that
 * begins with {@code direct:}, or a kamelet, runs when a route that runs calls it.
 */
record Reach(List<Unit> units) {
    /** Scheme of the trigger whose messages are reconciliations. */
    static final String RECONCILE = "kubernetes-reconcile";

    /** Scheme of extension points. */
    static final String POINT = "dragoman-point";

    /**
     * Used as {@link Unit#begins} of an entry that is not a route, such as an error handler. Such
     * an entry counts as triggered.
     */
    private static final String BESIDE = RECONCILE + ":";

    private static final Set<String> TRIGGERS = Set.of(RECONCILE, "timer", "azure-servicebus");

    /**
     * A route, a kamelet, or another entry of a file, such as an error handler.
     *
     * @param kamelet whether the unit is a kamelet
     * @param label the unit's name in messages
     * @param begins address with which the unit begins; {@code kamelet:NAME} for a kamelet
     * @param calls addresses that the unit calls, in the form of {@code begins}
     * @param part the unit's node in the file
     */
    record Unit(
            YamlFile file,
            int line,
            boolean kamelet,
            String label,
            String begins,
            Set<String> calls,
            Node part) {
        String scheme() {
            return begins.replaceFirst(":.*", "");
        }

        Diagnostic problem(String reason, Object... values) {
            return file.problem(line, reason, values);
        }

        Diagnostic problem(Node at, String reason, Object... values) {
            return file.problem(at, reason, values);
        }

        /** Whether the unit is not a route, but an entry that applies to the routes of its file. */
        boolean isBeside() {
            return begins.equals(BESIDE);
        }

        boolean isTriggered() {
            // a route may also begin with a kamelet, which is then the source of its messages
            return TRIGGERS.contains(scheme()) || ("kamelet".equals(scheme()) && !kamelet);
        }
    }

    static Reach of(Collection<YamlFile> files) {
        return new Reach(files.stream().flatMap(Reach::units).toList());
    }

    List<Unit> all() {
        return units;
    }

    /**
     * Whether an address with {@code direct:} is computed, so that the check cannot know which
     * routes run.
     */
    boolean isUncertain() {
        return units.stream()
                .flatMap(unit -> Stream.concat(Stream.of(unit.begins()), unit.calls().stream()))
                .anyMatch(name -> name.startsWith("direct:") && EndpointAddress.isComputed(name));
    }

    /**
     * The units that match the predicate, and all units that these call, directly or through
     * others.
     */
    Set<Unit> from(Predicate<Unit> triggered) {
        var reached = new HashSet<Unit>();
        var next = new ArrayDeque<Unit>();
        units.stream().filter(triggered).forEach(next::add);
        while (!next.isEmpty()) {
            var unit = next.remove();
            if (reached.add(unit)) {
                units.stream()
                        .filter(
                                called ->
                                        unit.calls().contains(called.begins())
                                                || isBeside(called, unit))
                        .forEach(next::add);
            }
        }
        return reached;
    }

    /** Whether the other unit is an error handler or interceptor in the file of the unit. */
    private static boolean isBeside(Unit other, Unit unit) {
        return other.isBeside() && other.file().path().equals(unit.file().path());
    }

    private static Stream<Unit> units(YamlFile file) {
        if (file.root() instanceof SequenceNode list) {
            return list.getValue().stream().map(node -> route(file, node));
        }
        var name = file.name().replaceFirst("\\.kamelet\\.yaml$", "");
        var part =
                YamlFile.field(file.root(), "spec")
                        .flatMap(spec -> YamlFile.field(spec, "template"))
                        .orElse(file.root());
        return Stream.of(
                new Unit(
                        file,
                        1,
                        true,
                        "kamelet '" + name + "'",
                        "kamelet:" + name,
                        calls(file, part),
                        part));
    }

    /** The unit of an entry. Entries that are not routes, such as error handlers, always run. */
    private static Unit route(YamlFile file, Node node) {
        var inner = YamlFile.field(node, "route").orElse(node);
        var from = YamlFile.field(inner, "from");
        var begins =
                file.isSteps()
                        ? POINT + ":" + Overlays.Steps.of(file.path()).orElseThrow().point()
                        : from.flatMap(f -> YamlFile.field(f, "uri").or(() -> Optional.of(f)))
                                .map(
                                        uri ->
                                                new EndpointAddress(
                                                        file,
                                                        EndpointAddress.Use.CONSUMES,
                                                        uri,
                                                        Map.of()))
                                .map(address -> address.scheme() + ":" + address.name())
                                .orElse(BESIDE);
        var id = YamlFile.field(inner, "id").map(YamlFile::text).orElse(begins);
        return new Unit(
                file,
                YamlFile.lineOf(key(node)),
                false,
                "route '" + id + "'",
                begins,
                calls(file, node),
                node);
    }

    private static Node key(Node node) {
        var entries = YamlFile.entries(node);
        return entries.isEmpty() ? node : entries.getFirst().getKeyNode();
    }

    private static Set<String> calls(YamlFile file, Node part) {
        var direct =
                EndpointAddress.of(file, part).stream()
                        .filter(a -> a.use() == EndpointAddress.Use.SENDS && a.hasScheme("direct"))
                        .map(a -> "direct:" + a.name());
        var points =
                EndpointAddress.of(file, part).stream()
                        .filter(a -> a.hasScheme(POINT))
                        .flatMap(
                                a ->
                                        Stream.concat(
                                                Stream.of("kamelet:" + a.name()),
                                                Point.files(a.name()).stream()
                                                        .map(each -> POINT + ":" + each)));
        var kamelets = KameletUse.of(file, part).stream().map(use -> "kamelet:" + use.name());
        return Stream.of(direct, kamelets, points)
                .flatMap(each -> each)
                .collect(Collectors.toSet());
    }

    /** The units of these files. */
    List<Unit> in(Collection<YamlFile> files) {
        return new ArrayList<>(units.stream().filter(unit -> files.contains(unit.file())).toList());
    }
}
