package dev.dragoman.camel.point;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.camel.Exchange;

/**
 * The bean {@code exports}: changes the Secrets and ConfigMaps that are about to be written, at the
 * point {@code exported}. It can copy values of Secrets to other keys, but not read them.
 * Thread-safe.
 */
public final class ExportsBean {
    private static final String ALL = "*";

    /**
     * Copies a value of a Secret to a new key. Does nothing when the Secret is not written, lacks
     * {@code fromKey}, or already has {@code newKey}.
     *
     * @param secret name of a Secret, or {@code *} for every Secret
     * @param fromKey key whose value is copied
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

    /** Sets a label on all objects that are written. A null value changes nothing. */
    public void label(String name, Object value, Exchange exchange) {
        each(exchange, object -> put(object, "labels", name, value));
    }

    /** Sets an annotation on all objects that are written. A null value changes nothing. */
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
        var _ = PointRun.of(exchange, "exports");
        if (!(exchange.getMessage().getBody() instanceof List<?> objects)) {
            throw new IllegalStateException(
                    "bean 'exports' works on the list of objects, which a step has replaced");
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
