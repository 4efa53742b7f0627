package dev.dragoman.camel.point;

import dev.dragoman.capability.Point;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.camel.Exchange;

/**
 * The bean {@code exports}: changes Secrets and ConfigMaps that are about to be written, in the
 * point {@code exported}. Values of Secrets can be given to other keys, and not be read.
 * Thread-safe.
 */
public final class ExportsBean {
    private static final String ALL = "*";

    /**
     * Gives a value to a further key. Nothing happens where the Secret, or the key that it comes
     * from, is not among what is written, or has the further key already.
     *
     * @param secret name of a Secret, or {@code *} for each
     */
    public void add(String secret, String newKey, String fromKey, Exchange exchange) {
        each(
                exchange,
                object -> {
                    if ("Secret".equals(object.get("kind"))
                            && (ALL.equals(secret) || secret.equals(metadata(object).get("name")))
                            && object.get("data") instanceof Map<?, ?> data
                            && data.containsKey(fromKey)) {
                        json(data).putIfAbsent(newKey, data.get(fromKey));
                    }
                });
    }

    /** Sets a label on all that is written; a value that is null sets none. */
    public void label(String name, Object value, Exchange exchange) {
        each(exchange, object -> put(object, "labels", name, value));
    }

    /** Sets an annotation on all that is written; a value that is null sets none. */
    public void annotation(String name, Object value, Exchange exchange) {
        each(exchange, object -> put(object, "annotations", name, value));
    }

    private static void put(Map<String, Object> object, String field, String name, Object value) {
        if (value != null) {
            var metadata = metadata(object);
            var values = new LinkedHashMap<String, Object>();
            if (metadata.get(field) instanceof Map<?, ?> present) {
                values.putAll(json(present));
            }
            values.put(name, String.valueOf(value));
            metadata.put(field, values);
        }
    }

    private static void each(Exchange exchange, Consumer<Map<String, Object>> change) {
        var step = PointRun.of(exchange, "exports").step();
        if (step.point() != Point.EXPORTED
                || !(exchange.getMessage().getBody() instanceof List<?> objects)) {
            throw new IllegalStateException(
                    "bean 'exports' is for the point exported and its list, not for " + step.id());
        }
        objects.stream()
                .filter(Map.class::isInstance)
                .map(each -> json((Map<?, ?>) each))
                .forEach(change);
    }

    private static Map<String, Object> metadata(Map<String, Object> object) {
        return object.get("metadata") instanceof Map<?, ?> metadata
                ? json(metadata)
                : new LinkedHashMap<>();
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Map<String, Object> json(Map<?, ?> map) {
        return (Map<String, Object>) map;
    }
}
