package dev.dragoman.capability.point;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The type of a field of the wanted body. */
public enum FieldType {
    /** The body has no such field. */
    NONE("nothing"),
    /** The type is not known. */
    ANY("anything"),
    TEXT("a text", ".*"),
    BOOLEAN("true or false", "true|false"),
    INTEGER("a whole number", "-?\\d{1,18}"),
    NUMBER("a number", "-?\\d{1,18}(\\.\\d{1,18})?"),
    OBJECT("a map"),
    LIST("a list");

    private final String words;

    /** Pattern of a text that is a value of this type; not used for maps and lists. */
    private final Pattern form;

    FieldType(String words) {
        this(words, "");
    }

    FieldType(String words, String form) {
        this.words = words;
        this.form = Pattern.compile(form, Pattern.DOTALL);
    }

    /** The type for the {@code type} of a JSON schema; ANY when the schema names no known type. */
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
     * Converts a value, often a text, to this type.
     *
     * @param field name of the field, for the message
     * @throws IllegalArgumentException when the value cannot be converted
     */
    public Object fit(Object value, String field) {
        boolean fits =
                switch (this) {
                    case NONE, ANY -> true;
                    case OBJECT -> value instanceof Map<?, ?>;
                    case LIST -> value instanceof List<?>;
                    default -> scalar(value) && form.matcher(String.valueOf(value)).matches();
                };
        if (!fits) {
            throw unfit(value, field);
        }
        return typed(value);
    }

    private Object typed(Object value) {
        var text = String.valueOf(value);
        return switch (this) {
            case TEXT -> text;
            case BOOLEAN -> Boolean.valueOf(text);
            case INTEGER -> whole(text);
            case NUMBER -> text.contains(".") ? (Object) Double.valueOf(text) : whole(text);
            default -> value;
        };
    }

    private static boolean scalar(Object value) {
        return value instanceof CharSequence || value instanceof Number || value instanceof Boolean;
    }

    private static Object whole(String text) {
        long number = Long.parseLong(text);
        return number == (int) number ? (Object) (int) number : (Object) number;
    }

    private IllegalArgumentException unfit(Object value, String field) {
        var is =
                switch (value) {
                    case Map<?, ?> _ -> "a map";
                    case List<?> _ -> "a list";
                    case null, default ->
                            scalar(value)
                                    ? "a text or number that does not fit"
                                    : "a value of another type";
                };
        return new IllegalArgumentException(
                "%s must be %s, but is set to %s".formatted(field, words, is));
    }
}
