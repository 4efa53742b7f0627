package dev.dragoman.azure.export;

import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.catalog.ExportCall;
import dev.dragoman.azure.model.ExportValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Where exported values come from.
 *
 * @param namespace namespace of the object that exports
 * @param resource body of the answer to the GET of the resource
 * @param calls bodies of the answers to the requests that the exports need
 * @param open requests that have failed, so that their values are not known
 * @param self gives the object as expressions read it; called only if there are expressions
 */
public record ExportSource(
        String namespace,
        Map<String, Object> resource,
        Map<ExportCall, Map<String, Object>> calls,
        Set<ExportCall> open,
        Supplier<Map<String, Object>> self) {
    /** The value of an export; empty if Azure has no such value. */
    Optional<String> value(Export export) {
        var action = export.action();
        if (action.isEmpty()) {
            return export.statusPath().flatMap(path -> ExportValue.at(resource, path));
        }
        var answer = calls.getOrDefault(action.get().call(), Map.of());
        var value = ExportValue.at(answer, action.get().value());
        return action.get().base64() ? value.flatMap(ExportValue::decoded) : value;
    }

    /** Whether the request that gives the value has failed. */
    boolean isOpen(Export export) {
        return export.action().filter(action -> open.contains(action.call())).isPresent();
    }

    /**
     * The values of these exports by the names that expressions use; exports without a value are
     * left out.
     */
    Map<String, String> values(Set<Export> exports) {
        var out = new HashMap<String, String>();
        exports.forEach(each -> value(each).ifPresent(text -> out.put(each.key(), text)));
        return Map.copyOf(out);
    }

    /** Without the values, which may be secret. */
    @Override
    public String toString() {
        return "ExportSource[%s]".formatted(namespace);
    }
}
