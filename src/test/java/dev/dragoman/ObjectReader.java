package dev.dragoman;

import dev.dragoman.kube.Reader;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads objects of a map. Lists by kind and namespace; selectors are ignored. */
public record ObjectReader(Map<ObjectKey, Map<String, Object>> objects) implements Reader {
    @Override
    public Optional<Map<String, Object>> get(String apiVersion, ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    @Override
    public <T> List<T> list(
            String apiVersion,
            String kind,
            String namespace,
            String labelSelector,
            Function<Map<String, Object>, T> part) {
        return objects.entrySet().stream()
                .filter(each -> each.getKey().kind().equals(kind))
                .filter(each -> each.getKey().group().equals(Fields.group(apiVersion)))
                .filter(each -> namespace.isEmpty() || each.getKey().namespace().equals(namespace))
                .map(each -> part.apply(each.getValue()))
                .toList();
    }
}
