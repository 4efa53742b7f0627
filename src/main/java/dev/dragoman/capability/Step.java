package dev.dragoman.capability;

import dev.dragoman.capability.point.Before;
import dev.dragoman.capability.point.Point;
import dev.dragoman.kube.object.Seen;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The next thing to do in a reconciliation, as data. Immutable. In the capability's route, the line
 * with the step's name runs the step.
 */
public interface Step {
    /**
     * Name of the line, which is a word of its address in the route: by default, the name of the
     * class as a method. So the line of {@code MakeNamespace} is {@code makeNamespace}.
     */
    default String name() {
        var type = getClass().getSimpleName();
        return type.substring(0, 1).toLowerCase(Locale.ROOT) + type.substring(1);
    }

    /**
     * Name of a step for which this step prepares. If the route has no line for that step, this
     * step is not done either. Empty when this step prepares for none.
     */
    default Optional<String> serves() {
        return Optional.empty();
    }

    /**
     * Message body for the step's line, in the form that its producer takes, such as a list of
     * objects to apply. By default the call, which the beans of steps take.
     *
     * @param call this step in its reconciliation
     */
    default Object body(StepCall<?> call) {
        return call;
    }

    /**
     * The objects that the step's line writes, as far as they were read already, so that the line's
     * producer need not read them again. Passed to the producer besides the message body.
     *
     * @param call this step in its reconciliation
     */
    default Seen seen(StepCall<?> call) {
        return Seen.NOTHING;
    }

    /**
     * Needed objects in the versions that the step's result contains. When a watch reports one of
     * these versions later, the reconciled object is not reconciled again for it. Empty when each
     * write of a needed object must cause another reconciliation.
     *
     * @param result a result that {@link #yields} has accepted
     */
    default List<Map<String, Object>> shown(Object result) {
        return List.of();
    }

    /**
     * Whether {@code result} can be the result of the step. If not, the step's line has not done
     * the step, and the reconciliation fails.
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

    /**
     * Whether the step changes something outside the reconciled object. If so, the object must be
     * claimed first.
     */
    default boolean changes() {
        return true;
    }

    /**
     * The extension point that runs before this step. Empty when there is none. Also empty for a
     * capability that declares a finalizer: for it, the core finds the point.
     */
    default Optional<Before> before() {
        return Optional.empty();
    }

    /** Whether a verdict forbids the step. */
    default boolean judged() {
        return changes();
    }

    /**
     * Message body for the steps of the point {@link Point#SIGN}, which run before this step; empty
     * when nothing is to be signed.
     */
    default Optional<Map<String, Object>> asks() {
        return Optional.empty();
    }

    /**
     * A copy of this step with what the steps of the point {@link Point#SIGN} have answered.
     *
     * @param answer {@code chain} and {@code roots}, each a list of PEM texts; empty when the steps
     *     signed nothing
     */
    default Step answered(Map<String, List<String>> answer) {
        return this;
    }

    /** Secrets and ConfigMaps that this step will write for the user; empty when it writes none. */
    default List<Map<String, Object>> exports() {
        return List.of();
    }

    /** A copy of this step that writes these objects instead of {@link #exports}. */
    default Step exporting(List<Map<String, Object>> objects) {
        return this;
    }
}
