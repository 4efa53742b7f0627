package dev.dragoman.azure.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the value of an {@link dev.dragoman.azure.catalog.Export} from an ARM answer. */
public final class ExportValue {
    private static final String SUBSCRIPTION = "id.subscriptionId";

    private ExportValue() {}

    /** The text at a dotted path whose segments are fields or list indexes; empty when unset. */
    public static Optional<String> at(Map<String, Object> answer, String path) {
        if (path.equals(SUBSCRIPTION)) {
            return Values.text(answer.get("id")).map(ResourceId::new).flatMap(ResourceId::subscription);
        }
        Object at = answer;
        for (String segment : path.split("\\.", -1)) {
            at = step(at, segment);
        }
        return Optional.ofNullable(at)
                .filter(value -> !(value instanceof Map<?, ?> || value instanceof List<?>))
                .map(String::valueOf)
                .filter(text -> !text.isEmpty());
    }

    private static Object step(Object at, String segment) {
        if (at instanceof List<?> list) {
            int index = segment.matches("\\d{1,6}") ? Integer.parseInt(segment) : list.size();
            return index < list.size() ? list.get(index) : null;
        }
        return Values.object(at).get(segment);
    }
}
