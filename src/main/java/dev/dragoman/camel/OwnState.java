package dev.dragoman.camel;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;

/**
 * Values that the operator keeps on an exchange, by their type. No step of a route can read or
 * change them. In exchange properties, a step could replace the reconciled object or the outcome. A
 * copy of the exchange gets a copy of these values. Thread-safe.
 */
public final class OwnState implements SafeCopyProperty {
    private static final String KEY = "dragoman";

    private final Map<Class<?>, Object> values = new ConcurrentHashMap<>();

    private OwnState(Map<Class<?>, Object> values) {
        this.values.putAll(values);
    }

    private static OwnState of(Exchange exchange) {
        return exchange.getExchangeExtension().getSafeCopyProperty(KEY, OwnState.class);
    }

    /** The value of this type; empty when there is none. */
    public static <T> Optional<T> get(Exchange exchange, Class<T> type) {
        var state = of(exchange);
        return state == null
                ? Optional.empty()
                : Optional.ofNullable(type.cast(state.values.get(type)));
    }

    /** Keeps the value, and replaces a former value of this type. */
    public static <T> void set(Exchange exchange, Class<T> type, T value) {
        var state = of(exchange);
        if (state == null) {
            state = new OwnState(Map.of());
            exchange.getExchangeExtension().setSafeCopyProperty(KEY, state);
        }
        state.values.put(type, value);
    }

    /** Removes and returns the value of this type; empty when there is none. */
    public static <T> Optional<T> remove(Exchange exchange, Class<T> type) {
        var state = of(exchange);
        return state == null
                ? Optional.empty()
                : Optional.ofNullable(type.cast(state.values.remove(type)));
    }

    @Override
    public SafeCopyProperty safeCopy() {
        return new OwnState(values);
    }
}
