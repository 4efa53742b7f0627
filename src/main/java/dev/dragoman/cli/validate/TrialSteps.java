package dev.dragoman.cli.validate;

import dev.dragoman.Operator;
import dev.dragoman.azure.ArmSender;
import dev.dragoman.azure.decision.Answer;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.check.Diagnostic;
import dev.dragoman.camel.check.EffectiveRoutes;
import dev.dragoman.camel.check.OverlayCheck;
import dev.dragoman.camel.check.PointTrial;
import dev.dragoman.camel.point.StepLine;
import dev.dragoman.capability.CapabilityProvider;
import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.capability.Offline;
import dev.dragoman.capability.StepCall;
import dev.dragoman.capability.Trial;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointResult.Judged;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Cause;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The steps of teams, and the capabilities that they belong to, without a cluster. For overlays in
 * which {@link OverlayCheck} finds no error. Not thread-safe.
 */
final class TrialSteps implements AutoCloseable {
    /** When the first object of a trial was made; each other one is younger than that before it. */
    private static final Instant MADE = Instant.parse("2026-01-01T00:00:00Z");

    private static final String VARIES =
            "gives another result each time (%s was run twice), so that the operator would change something again and again";

    private static final Pattern VARYING =
            Pattern.compile("date:|random\\(|\\{uuid|exchangeId|messageTimestamp");

    /** Time between both runs of steps, so that a clock in seconds shows another time. */
    private static final Duration LATER = Duration.ofMillis(1_100);

    /** Message about steps that ask Azure. */
    static final String NOT_ASKED =
            "asks Azure, which a trial does not do: the steps after it were not tried";

    private final Overlays overlays;
    private final Map<String, String> environment;
    private final Map<CapabilityProvider, ConfiguredCapabilities> configured;
    private final List<EffectiveRoutes.Route> routes;
    private final List<EffectiveRoutes.Route> own;
    private final PointTrial points;
    private final List<Run> runs = new ArrayList<>();

    TrialSteps(Overlays overlays, OverlayCheck check, Map<String, String> environment) {
        this.overlays = overlays;
        this.environment = environment;
        this.routes = EffectiveRoutes.of(Overlays.BUILT_IN_ROUTES, overlays);
        this.own = EffectiveRoutes.of(Overlays.BUILT_IN_ROUTES, new Overlays(List.of()));
        this.configured = Operator.configured(environment, overlays);
        this.points = check.trial(overlays, Map.of(ArmSender.BEAN, new Unasked()));
    }

    /** Refuses all requests, in place of Azure. */
    private static final class Unasked implements ArmSender {
        @Override
        public Answer send(
                Reconciliation reconciliation,
                String method,
                String path,
                String version,
                Optional<Map<String, Object>> body) {
            throw new UnsupportedOperationException(NOT_ASKED);
        }

        @Override
        public Answer send(StepCall<?> call) {
            throw new UnsupportedOperationException("a trial does not do the operator's own steps");
        }
    }

    /** The capabilities of each provider, configured with the environment and the overlays. */
    Map<CapabilityProvider, ConfiguredCapabilities> configured() {
        return configured;
    }

    /**
     * The trials of these capabilities.
     *
     * @param objects all objects that exist for the trial, by {@link Fields#key}
     */
    List<Trial<?>> trials(
            ConfiguredCapabilities configured, Map<ObjectKey, Map<String, Object>> objects) {
        var offline = new Offline(objects, environment, Clock.systemUTC(), overlays.points());
        Function<String, Map<String, Object>> namespaces =
                name -> objects.getOrDefault(new ObjectKey("", "Namespace", "", name), Map.of());
        var trials = new ArrayList<Trial<?>>();
        for (var capability : configured.offline(offline)) {
            trials.add(
                    new Trial<>(
                            capability,
                            overlays.points(),
                            namespaces,
                            EffectiveRoutes.lines(routes, capability.declaration().name())));
        }
        return trials;
    }

    /**
     * Messages about lines that the built-in routes of a capability have and the effective routes
     * lack. Lines that make objects get no message, because the difference of the objects shows
     * them.
     */
    List<String> leftOut(CapabilityProvider provider, String capability) {
        var out = new ArrayList<String>();
        for (var lines : provider.lines()) {
            for (boolean deleting : lines.deletes() ? List.of(false, true) : List.of(false)) {
                var route = lines.route(deleting);
                var now = EffectiveRoutes.lines(routes, route);
                var before = EffectiveRoutes.lines(own, route);
                lines.of(deleting).stream()
                        .filter(each -> lines.capability().equals(capability) && !each.isMaker())
                        // the line of a point is needed only where the point has files, and then
                        // the check demands it
                        .filter(each -> !each.address().startsWith("dragoman-point:"))
                        .filter(each -> !each.step().equals("request"))
                        .filter(each -> before.contains(each.address()))
                        .filter(each -> !now.contains(each.address()))
                        .map(
                                each ->
                                        "route %s has no line for '%s': that step is not done when it is due, and the object would show LeftOut"
                                                .formatted(route, each.step()))
                        .forEach(out::add);
            }
        }
        return out;
    }

    /** Runs the steps of a point. */
    Function<PointStep, PointResult> of(Reconciliation reconciliation) {
        return step -> {
            var run = new Run(reconciliation, step, points.run(reconciliation, step));
            runs.add(run);
            return run.first();
        };
    }

    /**
     * Runs all steps a second time with the same input. Returns a problem for each point at which
     * the result is another one: the operator would change something for it again and again.
     */
    List<Diagnostic> varying() {
        if (!runs.isEmpty()) {
            LockSupport.parkNanos(LATER.toNanos());
        }
        return runs.stream()
                .filter(run -> run.varies(points.run(run.reconciliation(), run.step())))
                .map(run -> run.step().id())
                .distinct()
                .map(this::varying)
                .toList();
    }

    /** Names the first line with what gives another value each time, where the files have one. */
    private Diagnostic varying(String point) {
        for (var file : overlays.at(point)) {
            var lines = StepLine.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (VARYING.matcher(lines.get(i)).find()) {
                    return new Diagnostic(file.toString(), i + 1, false, VARIES.formatted(point));
                }
            }
        }
        return new Diagnostic(overlays.runningAt(point), 1, false, VARIES.formatted(point));
    }

    /** Steps of a point that have run. */
    private record Run(Reconciliation reconciliation, PointStep step, PointResult first) {
        /** Each signature is another one, and a verdict may say how long it holds. */
        boolean varies(PointResult second) {
            return step.point() != Point.SIGN
                    && !second.equals(first)
                    && !(first instanceof Judged && second instanceof Judged);
        }
    }

    /**
     * An object with the metadata that the API server would add.
     *
     * @param namespace namespace for an object that names no namespace; empty for one that lies in
     *     none
     * @param number number of objects that were made before
     */
    static Map<String, Object> completed(Map<String, Object> object, String namespace, int number) {
        var all = new LinkedHashMap<>(object);
        var metadata = new HashMap<>(Fields.map(object, "metadata"));
        metadata.putIfAbsent("uid", "00000000-0000-0000-0000-%012d".formatted(number));
        metadata.putIfAbsent("creationTimestamp", MADE.plusSeconds(number).toString());
        metadata.putIfAbsent("generation", 1L);
        if (namespace.isEmpty()) {
            metadata.remove("namespace");
        } else {
            metadata.putIfAbsent("namespace", namespace);
        }
        // the version in the file counts as the version that a user applied
        var fields = new ArrayList<Object>();
        fields.add(
                Map.of(
                        "manager", "kubectl",
                        "operation", "Apply",
                        "apiVersion", String.valueOf(object.get("apiVersion")),
                        "fieldsType", "FieldsV1",
                        "fieldsV1", Map.of("f:spec", Map.of())));
        metadata.putIfAbsent("managedFields", fields);
        all.put("metadata", metadata);
        return all;
    }

    /** The reconciliation of an object. */
    static Reconciliation reconciliation(Map<String, Object> object) {
        return new Reconciliation(
                Fields.key(object),
                1,
                Cause.OBSERVED,
                object,
                Fields.metadata(object, "uid"),
                Instant.MAX);
    }

    @Override
    public void close() {
        points.close();
    }
}
