package dev.dragoman.cluster;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Which operator of this JVM a thread works for. Threads that an operator starts are its own, with
 * those that these start. Thread-safe.
 */
public final class OperatorThreads {
    private static final InheritableThreadLocal<Object> OPERATOR = new InheritableThreadLocal<>();

    private OperatorThreads() {}

    /**
     * Does something for an operator, such as starting it.
     *
     * @param operator anything that stands for it; compared as {@code equals} does
     */
    public static <T> T of(Object operator, Supplier<T> action) {
        var before = OPERATOR.get();
        OPERATOR.set(operator);
        try {
            return action.get();
        } finally {
            if (before == null) {
                OPERATOR.remove();
            } else {
                OPERATOR.set(before);
            }
        }
    }

    /** Whom this thread works for; empty for a thread of a test. */
    public static Optional<Object> current() {
        return Optional.ofNullable(OPERATOR.get());
    }
}
