package dev.dragoman.azure.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the value of an {@link dev.dragoman.azure.catalog.Export} from an ARM answer. Pure. */
public final class ExportValue {

    /** A step of a path: a name or an index, or a field with its value in brackets. */
    public static final Pattern STEP =
            Pattern.compile("\\[(?<field>[^=\\]]+)=(?<wanted>[^\\]]*)]|(?<name>[^.\\[\\]]+)");

    private ExportValue() {}

    /**
     * The text at a path, empty when unset. A path has fields and list indexes separated by dots,
     * {@code keys.0.value}. Brackets choose the first item of a list with that field, {@code
     * value[name=Primary].id}. The field in brackets may be a path too; with nothing after the
     * equals sign, brackets choose the first item without the field. The path {@code
     * id.subscriptionId} means the subscription in the ARM id.
     */
    public static Optional<String> at(Map<String, Object> answer, String path) {
        return path.equals("id.subscriptionId")
                ? Values.text(answer.get("id"))
                        .map(ResourceId::new)
                        .flatMap(ResourceId::subscription)
                : text(answer, path);
    }

    /**
     * Decodes base64 to a text in UTF-8; empty when it is not base64, or when the result is empty.
     */
    public static Optional<String> decoded(String base64) {
        try {
            var plain = Base64.getDecoder().decode(base64.replaceAll("[\\r\\n]", ""));
            return Optional.of(new String(plain, UTF_8)).filter(text -> !text.isEmpty());
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Object from, String path) {
        Object at = from;
        var steps = STEP.matcher(path);
        while (steps.find()) {
            at =
                    steps.group("field") == null
                            ? step(at, steps.group("name"))
                            : item(at, steps.group("field"), steps.group("wanted"));
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

    private static Object item(Object at, String field, String wanted) {
        for (Object item : Values.list(at)) {
            if (text(item, field).orElse("").equals(wanted)) {
                return item;
            }
        }
        return null;
    }
}
