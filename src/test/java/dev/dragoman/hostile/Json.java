package dev.dragoman.hostile;

import java.util.List;
import java.util.Map;

/** Writes what nests deeper than a library lets it. */
final class Json {
    private Json() {}

    public static String write(Object value) {
        var text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private static void write(Object value, StringBuilder text) {
        switch (value) {
            case Map<?, ?> map -> {
                char before = '{';
                for (var each : map.entrySet()) {
                    text.append(before);
                    write(each.getKey(), text);
                    text.append(':');
                    write(each.getValue(), text);
                    before = ',';
                }
                text.append(map.isEmpty() ? "{}" : "}");
            }
            case List<?> list -> {
                char before = '[';
                for (var each : list) {
                    text.append(before);
                    write(each, text);
                    before = ',';
                }
                text.append(list.isEmpty() ? "[]" : "]");
            }
            case String plain ->
                    text.append('"')
                            .append(plain.replace("\\", "\\\\").replace("\"", "\\\""))
                            .append('"');
            default -> text.append(value);
        }
    }
}
