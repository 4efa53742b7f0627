package dev.dragoman.capability;

import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.point.Points;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.Lookup;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.Remover;
import dev.dragoman.reconcile.References;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.function.Function;

/**
 * The parts that the loops of all capabilities share.
 *
 * @param reader reads the objects that teams have added
 * @param meters where {@code dragoman_steps} and {@code dragoman_point_failures} are counted
 * @param points which extension points have steps
 * @param lines which steps have a line in the routes
 * @param namespaces finds a Namespace by name, at least with its metadata; an empty map when it
 *     does not exist
 */
public record Core(
        MetadataWriter metadata,
        Remover remover,
        Lookup reader,
        EventWriter events,
        References references,
        MeterRegistry meters,
        Points points,
        RouteLines lines,
        Function<String, Map<String, Object>> namespaces) {
    /** The parts for a capability that may have an account of its own. */
    Core of(Declaration declaration) {
        return declaration
                .makes()
                .flatMap(Makes::own)
                .map(
                        own ->
                                new Core(
                                        metadata,
                                        own.remover(),
                                        own.reader(),
                                        events,
                                        references,
                                        meters,
                                        points,
                                        lines,
                                        namespaces))
                .orElse(this);
    }
}
