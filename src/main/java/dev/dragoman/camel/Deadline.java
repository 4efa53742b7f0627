package dev.dragoman.camel;

import java.time.Duration;
import org.apache.camel.Exchange;

/**
 * The time after which no step of a reconciliation may begin. Kept in {@link OwnState}. Immutable.
 *
 * @param at a time of {@link System#nanoTime}
 */
public record Deadline(long at) {
    /**
     * Sets the deadline of an exchange.
     *
     * @param from time from now to the deadline
     */
    public static void set(Exchange exchange, Duration from) {
        OwnState.set(exchange, Deadline.class, new Deadline(System.nanoTime() + from.toNanos()));
    }

    /** Whether the exchange has a deadline that has passed. */
    public static boolean isOver(Exchange exchange) {
        return OwnState.get(exchange, Deadline.class)
                .filter(deadline -> System.nanoTime() - deadline.at() > 0)
                .isPresent();
    }
}
