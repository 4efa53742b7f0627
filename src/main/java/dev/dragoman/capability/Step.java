package dev.dragoman.capability;

import dev.dragoman.kube.Seen;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The one thing to do next, as data. Immutable. The line of its name in the capability's route does
 * it.
 */
public interface Step {
    /**
     * Name of the line: that of the class in kebab case, so {@code MakeNamespace} is {@code
     * make-namespace}.
     */
    default String name() {
        return getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }

    /**
     * The step for the sake of which it is done: where the route has no line for that, neither is
     * this done. Empty for a step that is done for its own sake.
     */
    default Optional<String> serves() {
        return Optional.empty();
    }

    /**
     * Message body in its line: what the producer there takes, such as objects to apply. By default
     * the call, which the beans of steps take.
     *
     * @param call this step in its reconciliation
     */
    default Object body(StepCall<?> call) {
        return call;
    }

    /**
     * What was read of the objects that its line writes, for a producer that would read them
     * before. It is handed over beside the body.
     *
     * @param call this step in its reconciliation
     */
    default Seen seen(StepCall<?> call) {
        return Seen.NOTHING;
    }

    /**
     * Objects that the reconciled one needs, as the result shows them: a watch that shows them so,
     * later, is no reason to come again. Empty where another look is to follow each write.
     *
     * @param result what {@link #yields} has accepted
     */
    default List<Map<String, Object>> shown(Object result) {
        return List.of();
    }

    /**
     * Whether that can be the result of this step. A line that leaves anything else has not done
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

    /**
     * The extension point that comes before it. Empty where there is none, or where the core finds
     * it out by itself, because it also claims.
     */
    default Optional<Before> before() {
        return Optional.empty();
    }

    /** Whether a team's verdict keeps it from being done. */
    default boolean judged() {
        return changes();
    }

    /**
     * What the steps of the point {@link Point#SIGN} may sign before it is done; empty where nobody
     * is asked.
     */
    default Optional<Map<String, Object>> asks() {
        return Optional.empty();
    }

    /**
     * The same step with their answer.
     *
     * @param answer {@code chain} and {@code roots}, each a list of texts; empty where nobody
     *     signed
     */
    default Step answered(Map<String, List<String>> answer) {
        return this;
    }

    /** Secrets and ConfigMaps that it will write for the user; empty where it writes none. */
    default List<Map<String, Object>> exports() {
        return List.of();
    }

    /** The same step, writing these in place of {@link #exports}. */
    default Step exporting(List<Map<String, Object>> objects) {
        return this;
    }
}
