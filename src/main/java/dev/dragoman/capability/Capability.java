package dev.dragoman.capability;

import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.point.FieldType;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a capability implements, besides its route and the beans of its steps. The core does the
 * rest. Thread-safe.
 *
 * @param <F> the facts on which decisions are based
 */
public interface Capability<F> {
    /**
     * The capability's name, finalizer, lines, and where it shows the state of objects. Each call
     * returns the same value.
     */
    Declaration declaration();

    /**
     * Gathers the facts about an object; writes nothing. Not called for an object that no longer
     * exists.
     *
     * @return empty when this capability does not manage the object
     */
    Optional<Observed<F>> observe(Reconciliation reconciliation);

    /**
     * Decides the next step: a pure function, called again after every step until it returns a
     * {@link Finish}.
     */
    Step decide(F facts, Results results);

    /**
     * Returns the facts with {@code wanted}, which a team's steps have changed, in place of what
     * was wanted.
     *
     * @param wanted a copy in the form of {@link Observed#wanted}: a map of JSON values, or a list
     *     of such maps
     * @throws UnfitWanted when {@code wanted} cannot be used
     */
    default F wanted(F facts, Object wanted) {
        return facts;
    }

    /**
     * The type of a field of the wanted body. {@code bean:body} converts values to this type.
     *
     * @param path names of fields, the outermost first; a number is an index of a list
     */
    default FieldType field(F facts, List<String> path) {
        return FieldType.ANY;
    }

    /**
     * The pure functions that say which objects are wanted, by the name of the line whose bean
     * calls them. Empty when no line of the route makes objects.
     */
    default Map<String, Function<StepCall<F>, Made>> makers() {
        return Map.of();
    }

    /**
     * Checks the objects of one file which declares that its objects restrict the workload.
     *
     * @param added all objects that the file's steps added, in the form in which they are applied
     * @throws UnfitWanted when none of them restricts the workload
     */
    default void restricted(F facts, List<Map<String, Object>> added) {}

    /**
     * Whether an object that is being deleted and lacks the capability's finalizer still needs
     * steps, such as the removal of a predecessor's finalizer.
     */
    default boolean unclaimed(F facts) {
        return false;
    }

    /**
     * The id of what exists outside for the object, such as an ARM id; empty when it is not known.
     */
    default Optional<String> outsideId(F facts) {
        return Optional.empty();
    }

    /**
     * Whether {@code result} can be the result of the step. If not, the reconciliation fails.
     *
     * @param result never null
     */
    default boolean yields(Step step, Object result) {
        return step.yields(result);
    }

    /** Turns the last decision into what the core writes on the object. */
    default Ending ending(Context<F> context, Finish finish) {
        return (Ending) finish;
    }

    /**
     * Ends a reconciliation whose route has no line for the step that is due. The returned end may
     * still record what earlier steps did.
     *
     * @param due the step that has no line
     */
    default Finish leftOut(F facts, Results results, Step due, Verdict verdict) {
        return new Denied(verdict);
    }

    /**
     * What the core writes, besides the verdict, when a team's verdict ends the reconciliation:
     * conditions that do not depend on the verdict.
     */
    default Ending denied(Context<F> context, Outcome outcome) {
        return Ending.quiet(outcome);
    }

    /**
     * Called before the end of a reconciliation is written: updates metrics, and what this
     * capability keeps in memory for the next reconciliation.
     */
    default void ended(Context<F> context, Finish finish) {}

    /**
     * Called when the object no longer exists or is no longer managed: forgets what this capability
     * keeps in memory for it.
     */
    default void forget(ObjectKey key) {}
}
