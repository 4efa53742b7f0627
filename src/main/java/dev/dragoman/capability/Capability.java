package dev.dragoman.capability;

import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Reconciliation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What is a capability's own, beside the beans of its steps and its route. Thread-safe.
 *
 * @param <F> facts that it decides by
 */
public interface Capability<F> {
    /** What it is called and how it marks objects. The same at each call. */
    Declaration declaration();

    /**
     * Gathers what is known of an object, and writes nothing. Not called for objects that are gone.
     *
     * @return empty when the object is not this capability's to care for
     */
    Optional<Observed<F>> observe(Reconciliation reconciliation);

    /**
     * The next step: a pure function, called again after every step until it answers with a {@link
     * Finish}.
     */
    Step decide(F facts, Results results);

    /**
     * The facts with what is wanted, after the team's steps have had their say.
     *
     * @param wanted a map or a list of maps of JSON values, as what was observed is; a copy
     * @throws UnfitWanted when it cannot be used
     */
    default F wanted(F facts, Object wanted) {
        return facts;
    }

    /**
     * What a field of what is wanted may hold, for {@code bean:body}.
     *
     * @param path names of fields from the outermost; a number is an index of a list
     */
    default FieldType field(F facts, List<String> path) {
        return FieldType.ANY;
    }

    /** What lines of the route make, by the name of the line, as their beans do: pure. */
    default Map<String, Function<StepCall<F>, Made>> makers() {
        return Map.of();
    }

    /**
     * Of a trial: what steps of the point {@link Point#SIGN} would be asked to sign; empty where
     * nothing is.
     */
    default Optional<Map<String, Object>> asks(F facts) {
        return Optional.empty();
    }

    /** What is done with what is wanted, for people: a request, or {@code apply}. */
    default String making(F facts) {
        return "apply";
    }

    /** What keeps more from being made, each with its reason, for people. */
    default List<String> lacking(F facts) {
        return List.of();
    }

    /**
     * Whether something is to be done for an object that is being deleted and was never claimed,
     * such as what keeps it from going.
     */
    default boolean unclaimed(F facts) {
        return false;
    }

    /** What the outside knows the object's counterpart by; empty where that is not known. */
    default Optional<String> outsideId(F facts) {
        return Optional.empty();
    }

    /**
     * Whether that can be the result of the step.
     *
     * @param result never null
     */
    default boolean yields(Step step, Object result) {
        return step.yields(result);
    }

    /** What is written down at the end. */
    default Ending ending(Context<F> context, Finish finish) {
        return (Ending) finish;
    }

    /**
     * How it ends where the route has no line for what is due, and nothing is changed by that: what
     * was done before is still to be noted.
     *
     * @param verdict what is told of it
     */
    default Finish leftOut(F facts, Results results, Step due, Verdict verdict) {
        return new Denied(verdict);
    }

    /**
     * What is written down when a team's verdict ends it, beside the verdict: further conditions
     * that are true of the object whatever becomes of it.
     */
    default Ending denied(Context<F> context, Outcome outcome) {
        return Ending.quiet(outcome);
    }

    /** It is about to end so: what is kept in memory for the next reconciliation, and counted. */
    default void ended(Context<F> context, Finish finish) {}

    /** The object is gone, or not to be cared for: what is remembered of it may go. */
    default void forget(ObjectKey key) {}
}
