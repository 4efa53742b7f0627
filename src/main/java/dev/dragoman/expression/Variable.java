package dev.dragoman.expression;

import dev.cel.common.values.NullValue;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** The value of a variable, for any number of evaluations. Immutable. */
public final class Variable {
    private final Object value;

    private Variable(Object value) {
        this.value = value;
    }

    /** Makes the value of a variable from JSON, which may be null. */
    public static Variable of(Object json) {
        return new Variable(value(json));
    }

    /** A JSON value as expressions know it: whole numbers are int, others double. */
    static Object value(Object json) {
        return switch (json) {
            case null -> NullValue.NULL_VALUE;
            case Variable variable -> variable.value;
            case Map<?, ?> object -> new ReadFields(object);
            case List<?> list -> new ReadItems(list);
            case Integer number -> (long) number;
            case Short number -> (long) number;
            case BigInteger number when number.bitLength() < Long.SIZE -> number.longValue();
            case Long number -> number;
            case Number number -> number.doubleValue();
            case Boolean truth -> truth;
            default -> json.toString();
        };
    }

    /** Shows nothing of the value. */
    @Override
    public String toString() {
        return "Variable";
    }
}
