package dev.dragoman.azure.expression;

import dev.cel.common.values.NullValue;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** The object that expressions read as {@code self}. Immutable. */
public final class Self {
    private final SelfFields fields;

    private Self(SelfFields fields) {
        this.fields = fields;
    }

    /** Makes {@code self} from a JSON object. */
    public static Self of(Map<String, Object> object) {
        return new Self(new SelfFields(object));
    }

    Map<String, Object> fields() {
        return fields;
    }

    /** A JSON value as expressions know it: whole numbers are int, others double. */
    static Object value(Object json) {
        return switch (json) {
            case null -> NullValue.NULL_VALUE;
            case Map<?, ?> object -> new SelfFields(object);
            case List<?> list -> new SelfItems(list);
            case Integer number -> (long) number;
            case Short number -> (long) number;
            case BigInteger number when number.bitLength() < Long.SIZE -> number.longValue();
            case Long number -> number;
            case Number number -> number.doubleValue();
            case Boolean truth -> truth;
            default -> json.toString();
        };
    }

    /** Shows nothing of the object. */
    @Override
    public String toString() {
        return "Self";
    }
}
