package dev.dragoman.cli.trial;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.catalog.Export;
import dev.dragoman.azure.model.ExportValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The answer of an Azure in memory to an action that lists secrets. */
final class SecretAnswer {
    private SecretAnswer() {}

    /**
     * An answer with a value for all that the kind of the resource exports of this action.
     *
     * @param path of the request, with the action as its last part
     */
    static Map<String, Object> of(String path) {
        int end = path.lastIndexOf('/');
        var action = path.substring(end + 1);
        var answer = new LinkedHashMap<String, Object>();
        Catalog.load().serving(type(path.substring(0, end))).stream()
                .flatMap(each -> each.exports().stream())
                .map(Export::action)
                .flatMap(Optional::stream)
                .filter(each -> each.call().path().equalsIgnoreCase(action))
                .forEach(each -> put(answer, each.value()));
        return answer;
    }

    /** The type of a resource, as {@code Microsoft.Storage/storageAccounts}. */
    private static String type(String id) {
        var parts = id.replaceFirst("(?i).*/providers/", "").split("/", -1);
        var type = new StringBuilder(parts[0]);
        for (int i = 1; i < parts.length; i += 2) {
            type.append('/').append(parts[i]);
        }
        return type.toString();
    }

    @SuppressWarnings("unchecked") // made here
    private static void put(Map<String, Object> answer, String path) {
        var steps = ExportValue.STEP.matcher(path).results().toList();
        Object at = answer;
        for (int i = 0; i < steps.size(); i++) {
            boolean last = i == steps.size() - 1;
            boolean list = !last && isOfList(steps.get(i + 1).group());
            Object next = last ? "value-of-" + path : list ? new ArrayList<>() : map();
            var step = steps.get(i);
            if (at instanceof List<?>) {
                at = item((List<Object>) at, step.group("field"), step.group("wanted"), next);
            } else {
                var before = ((Map<String, Object>) at).putIfAbsent(step.group(), next);
                at = before == null ? next : before;
            }
        }
    }

    private static boolean isOfList(String step) {
        return step.startsWith("[") || step.matches("\\d+");
    }

    /** The item of a list that a step means; the new one where there is none. */
    private static Object item(List<Object> list, String field, String wanted, Object next) {
        for (var each : list) {
            if (field == null || (each instanceof Map<?, ?> map && wanted.equals(map.get(field)))) {
                return each;
            }
        }
        if (field != null && next instanceof Map<?, ?>) {
            var item = map();
            item.put(field, wanted);
            list.add(item);
            return item;
        }
        list.add(next);
        return next;
    }

    private static Map<String, Object> map() {
        return new LinkedHashMap<>();
    }
}
