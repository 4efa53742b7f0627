package dev.dragoman.azure.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Canonical JSON: equal values give equal texts. Keys are sorted. There are no spaces, and numbers
 * have no zeros at the end of their fraction.
 */
public final class Canonical {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Canonical() {}

    public static String json(Map<String, Object> object) {
        return text(object);
    }

    static String text(Object value) {
        try {
            return JSON.writeValueAsString(ordered(value));
        } catch (JsonProcessingException e) {
            // without the exception's message, which quotes the value
            throw new IllegalArgumentException("not a JSON value: " + e.getClass().getSimpleName());
        }
    }

    private static Object ordered(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> out = new TreeMap<>();
                map.forEach((key, entry) -> out.put(String.valueOf(key), ordered(entry)));
                yield out;
            }
            case List<?> list -> list.stream().map(Canonical::ordered).toList();
            case Number number -> plain(number);
            case null, default -> value;
        };
    }

    private static Object plain(Number number) {
        BigDecimal exact = new BigDecimal(number.toString()).stripTrailingZeros();
        return exact.scale() <= 0 ? exact.toBigInteger() : exact;
    }
}
