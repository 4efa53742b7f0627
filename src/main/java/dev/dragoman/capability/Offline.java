package dev.dragoman.capability;

import dev.dragoman.capability.point.Points;
import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Replaces {@link Platform} when files of steps are tried without a cluster. Immutable.
 *
 * @param objects all objects of the simulated cluster
 * @param environment the settings
 * @param clock the time of day
 * @param points which extension points have steps
 */
public record Offline(
        Map<ObjectKey, Map<String, Object>> objects,
        Map<String, String> environment,
        Clock clock,
        Points points)
        implements Reader {
    public Offline {
        objects = Map.copyOf(objects);
        environment = Map.copyOf(environment);
    }

    @Override
    public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    /** Label selectors have the form {@code key=value}; an empty one selects all objects. */
    @Override
    public <T> List<T> list(
            String apiVersion,
            String kind,
            String namespace,
            String labelSelector,
            Function<Map<String, Object>, T> part) {
        int at = labelSelector.indexOf('=');
        return objects.entrySet().stream()
                .filter(each -> each.getKey().kind().equals(kind))
                .filter(each -> each.getKey().group().equals(Fields.group(apiVersion)))
                .filter(each -> namespace.isEmpty() || each.getKey().namespace().equals(namespace))
                .map(Map.Entry::getValue)
                .filter(
                        each ->
                                at < 0
                                        || Fields.label(each, labelSelector.substring(0, at))
                                                .equals(labelSelector.substring(at + 1)))
                .map(part)
                .toList();
    }
}
