package dev.dragoman.camel;

import java.time.Duration;
import org.apache.camel.Exchange;
import org.apache.camel.SafeCopyProperty;

/**
 * When no step of a reconciliation may begin any more. It goes with the exchange and its copies,
 * and no step can remove it. Immutable.
 *
 * @param at a time of {@link System#nanoTime}
 */
public record Deadline(long at) implements SafeCopyProperty {
    private static final String KEY = "dragoman.end";

    /** Sets the deadline of an exchange. */
    public static void set(Exchange exchange, Duration from) {
        exchange.getExchangeExtension()
                .setSafeCopyProperty(KEY, new Deadline(System.nanoTime() + from.toNanos()));
    }

    /** Whether the exchange has a deadline, and it is over. */
    public static boolean isOver(Exchange exchange) {
        var deadline = exchange.getExchangeExtension().getSafeCopyProperty(KEY, Deadline.class);
        return deadline != null && System.nanoTime() - deadline.at() > 0;
    }

    @Override
    public Deadline safeCopy() {
        return this;
    }
}
