package dev.dragoman.capability;

import dev.dragoman.capability.point.Before;
import dev.dragoman.capability.point.Point;
import dev.dragoman.kube.object.Seen;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The one thing to do next, as data. Immutable. The line of the same name in the capability's route
 * does it.
 */
public interface Step {
    /**
     * Name of the line: by default, the name of the class in kebab case. So the line of {@code
     * MakeNamespace} is {@code make-namespace}.
     */
    default String name() {
        return getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }

    /**
     * Name of the step that this one prepares: where the route has no line for that step, this one
     * is not done either. Empty for a step that prepares no other.
     */
    default Optional<String> serves() {
        return Optional.empty();
    }

    /**
     * Message body for the line: what the producer there takes, such as objects to apply. By
     * default the call, which the beans of steps take.
     *
     * @param call this step in its reconciliation
     */
    default Object body(StepCall<?> call) {
        return call;
    }

    /**
     * What was read of the objects that the line writes, so that its producer need not read them
     * again. It is passed on beside the body.
     *
     * @param call this step in its reconciliation
     */
    default Seen seen(StepCall<?> call) {
        return Seen.NOTHING;
    }

    /**
     * Needed objects in the versions that the result shows. When a watch shows these versions
     * later, the object is not reconciled again. Empty where each write must be followed by another
     * look.
     *
     * @param result what {@link #yields} has accepted
     */
    default List<Map<String, Object>> shown(Object result) {
        return List.of();
    }

    /**
     * Whether this can be the result of the step. A line that leaves anything else has not done the
     * step.
     *
     * @param result never null
     */
    default boolean yields(Object result) {
        return true;
    }

    /** Whether nothing may be written on the object after this step. */
    default boolean releases() {
        return false;
    }

    /** Whether it changes something outside the reconciled object; then that is claimed first. */
    default boolean changes() {
        return true;
    }

    /**
     * The extension point before this step. Empty when there is none, or when the core finds it, as
     * it does where it claims.
     */
    default Optional<Before> before() {
        return Optional.empty();
    }

    /** Whether a team's verdict prevents it. */
    default boolean judged() {
        return changes();
    }

    /**
     * What steps of the point {@link Point#SIGN} may sign before this step; empty when nothing is
     * to be signed.
     */
    default Optional<Map<String, Object>> asks() {
        return Optional.empty();
    }

    /**
     * The same step with the answer of these steps.
     *
     * @param answer {@code chain} and {@code roots}, each a list of texts; empty when nobody signed
     */
    default Step answered(Map<String, List<String>> answer) {
        return this;
    }

    /** Secrets and ConfigMaps that it will write for the user; empty where it writes none. */
    default List<Map<String, Object>> exports() {
        return List.of();
    }

    /** The same step, which writes these objects in place of {@link #exports}. */
    default Step exporting(List<Map<String, Object>> objects) {
        return this;
    }
}
