package dev.dragoman.azure.export;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.Export;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One value that is to be written to a Secret or ConfigMap.
 *
 * @param export the value
 * @param name name of the Secret or ConfigMap, in the object's namespace
 * @param key key in the Secret or ConfigMap
 * @param labels labels for the destination
 * @param annotations annotations for the destination
 */
public record ExportRequest(
        Export export,
        String name,
        String key,
        Map<String, String> labels,
        Map<String, String> annotations) {
    /** Kind of the destination. */
    public String kind() {
        return "secrets".equals(export.target()) ? "Secret" : "ConfigMap";
    }

    /** The destination. */
    Destination destination() {
        return new Destination(
                "spec.operatorSpec.%s.%s".formatted(export.target(), export.key()),
                kind(),
                name,
                Optional.of(key));
    }

    /** The values that {@code operatorSpec} of this spec asks for, without expressions. */
    public static List<ExportRequest> of(AzureKind kind, Map<String, Object> spec) {
        var requests = new ArrayList<ExportRequest>();
        for (var export : kind.exports()) {
            if (spec.get("operatorSpec") instanceof Map<?, ?> operator
                    && operator.get(export.target()) instanceof Map<?, ?> targets
                    && targets.get(export.key()) instanceof Map<?, ?> destination
                    && destination.get("name") instanceof String name
                    && destination.get("key") instanceof String key) {
                requests.add(
                        new ExportRequest(
                                export,
                                name,
                                key,
                                texts(destination.get("labels")),
                                texts(destination.get("annotations"))));
            }
        }
        return List.copyOf(requests);
    }

    static Map<String, String> texts(Object map) {
        var out = new TreeMap<String, String>();
        if (map instanceof Map<?, ?> m) {
            m.forEach((k, v) -> out.put(String.valueOf(k), String.valueOf(v)));
        }
        return out;
    }
}
