package dev.dragoman.capability;

import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.point.FieldType;
import dev.dragoman.capability.point.Point;
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
 * The part of a capability that is its own, besides the beans of its steps and its route.
 * Thread-safe.
 *
 * @param <F> facts that it decides by
 */
public interface Capability<F> {
    /** Its name, and how it marks objects. The same at each call. */
    Declaration declaration();

    /**
     * Gathers the facts about an object; writes nothing. Not called for objects that are gone.
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
     * The facts, with what is wanted after the team's steps.
     *
     * @param wanted a map or a list of maps of JSON values, in the form that was observed; a copy
     * @throws UnfitWanted when it cannot be used
     */
    default F wanted(F facts, Object wanted) {
        return facts;
    }

    /**
     * The type of a field in what is wanted, for {@code bean:body}.
     *
     * @param path names of fields, the outermost first; a number is an index of a list
     */
    default FieldType field(F facts, List<String> path) {
        return FieldType.ANY;
    }

    /**
     * For each line of the route that makes objects, by its name, the function that its bean calls.
     * The functions are pure.
     */
    default Map<String, Function<StepCall<F>, Made>> makers() {
        return Map.of();
    }

    /**
     * For a trial: what the steps of the point {@link Point#SIGN} would be asked to sign; empty
     * when nothing is to be signed.
     */
    default Optional<Map<String, Object>> asks(F facts) {
        return Optional.empty();
    }

    /** How what is wanted is made, for people: a request, or {@code apply}. */
    default String making(F facts) {
        return "apply";
    }

    /** Reasons why not everything is made, for people. */
    default List<String> lacking(F facts) {
        return List.of();
    }

    /**
     * Whether something is to be done for an object that is being deleted and was never claimed,
     * such as removing what keeps it from going.
     */
    default boolean unclaimed(F facts) {
        return false;
    }

    /** The id of the object's counterpart outside; empty when it is not known. */
    default Optional<String> outsideId(F facts) {
        return Optional.empty();
    }

    /**
     * Whether this can be the result of the step.
     *
     * @param result never null
     */
    default boolean yields(Step step, Object result) {
        return step.yields(result);
    }

    /** What to write on the object at the end. */
    default Ending ending(Context<F> context, Finish finish) {
        return (Ending) finish;
    }

    /**
     * How a reconciliation ends when the route has no line for the step that is due. What was done
     * before may still have to be recorded.
     *
     * @param verdict tells of the missing line
     */
    default Finish leftOut(F facts, Results results, Step due, Verdict verdict) {
        return new Denied(verdict);
    }

    /**
     * What to write besides the verdict when a team's verdict ends the reconciliation: further
     * conditions that are true of the object in any case.
     */
    default Ending denied(Context<F> context, Outcome outcome) {
        return Ending.quiet(outcome);
    }

    /**
     * The reconciliation is about to end like this: updates metrics, and what is kept in memory for
     * the next one.
     */
    default void ended(Context<F> context, Finish finish) {}

    /** Forgets what is kept in memory for the object: it is gone, or not managed any more. */
    default void forget(ObjectKey key) {}
}
