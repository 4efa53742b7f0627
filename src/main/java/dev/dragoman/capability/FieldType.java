package dev.dragoman.capability;

import java.util.List;
import java.util.Map;

/** What a field of what is wanted may hold. */
public enum FieldType {
    /** There is no such field. */
    NONE("nothing"),
    /** It is not known. */
    ANY("anything"),
    TEXT("a text"),
    BOOLEAN("true or false"),
    INTEGER("a whole number"),
    NUMBER("a number"),
    OBJECT("a map"),
    LIST("a list");

    private static final String WHOLE = "-?\\d{1,18}";
    private static final String DECIMAL = "-?\\d{1,18}(\\.\\d{1,18})?";

    private final String words;

    FieldType(String words) {
        this.words = words;
    }

    /** The type of a JSON schema. */
    public static FieldType ofSchema(Object type) {
        return switch (String.valueOf(type)) {
            case "string" -> TEXT;
            case "boolean" -> BOOLEAN;
            case "integer" -> INTEGER;
            case "number" -> NUMBER;
            case "object" -> OBJECT;
            case "array" -> LIST;
            default -> ANY;
        };
    }

    /**
     * The value as the field holds it: what steps give is often text.
     *
     * @param field how the field is called, for the message
     * @throws IllegalArgumentException when it cannot be one
     */
    public Object fit(Object value, String field) {
        var text =
                value instanceof CharSequence || value instanceof Number || value instanceof Boolean
                        ? String.valueOf(value)
                        : "";
        return switch (this) {
            case TEXT -> scalar(value) ? text : no(value, field);
            case BOOLEAN ->
                    "true".equals(text) || "false".equals(text)
                            ? Boolean.valueOf(text)
                            : no(value, field);
            case INTEGER -> text.matches(WHOLE) ? whole(text) : no(value, field);
            case NUMBER ->
                    text.matches(WHOLE)
                            ? whole(text)
                            : text.matches(DECIMAL) ? Double.valueOf(text) : no(value, field);
            case OBJECT -> value instanceof Map<?, ?> ? value : no(value, field);
            case LIST -> value instanceof List<?> ? value : no(value, field);
            case NONE, ANY -> value;
        };
    }

    private static boolean scalar(Object value) {
        return value instanceof CharSequence || value instanceof Number || value instanceof Boolean;
    }

    private static Object whole(String text) {
        long number = Long.parseLong(text);
        return number == (int) number ? (Object) (int) number : (Object) number;
    }

    private Object no(Object value, String field) {
        throw new IllegalArgumentException(
                "%s is %s, and was to be set to %s"
                        .formatted(
                                field,
                                words,
                                scalar(value)
                                        ? "a text or number that is none"
                                        : value instanceof Map<?, ?>
                                                ? "a map"
                                                : value instanceof List<?>
                                                        ? "a list"
                                                        : "something else"));
    }
}
