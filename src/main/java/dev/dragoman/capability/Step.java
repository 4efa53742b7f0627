package dev.dragoman.capability;

import java.util.Locale;

/**
 * The one thing to do next, as data. Immutable. The route has a branch for each name, in which the
 * effect stands.
 */
public interface Step {
    /**
     * Name of the branch: that of the class in kebab case, so {@code MakeNamespace} is {@code
     * make-namespace}.
     */
    default String name() {
        return getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }

    /**
     * Message body in the branch: what the producer there takes, such as objects to apply. By
     * default the call, which the beans of steps take.
     *
     * @param call this step in its reconciliation
     */
    default Object body(Call<?> call) {
        return call;
    }

    /**
     * Whether that can be the result of this step. A branch that leaves anything else has not done
     * it.
     *
     * @param result never null
     */
    default boolean yields(Object result) {
        return true;
    }

    /** Whether nothing is written on the object any more after it. */
    default boolean releases() {
        return false;
    }

    /** Whether it changes something outside of the reconciled object, which is claimed before. */
    default boolean changes() {
        return true;
    }
}
