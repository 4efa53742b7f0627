package dev.dragoman.capability;

import dev.dragoman.reconcile.Pass;
import java.util.Map;
import java.util.Optional;

/**
 * One reconciliation of one object, from observe to record. Confined to its thread; nothing of it
 * outlives it.
 *
 * @param <F> of the facts
 */
public final class Context<F> {
    private final String capability;
    private final Pass pass;
    private Map<String, Object> object;
    private F facts;
    private Results results = Results.NONE;
    private final Optional<Object> wanted;
    private Call<F> call;
    private Object input;

    /**
     * A reconciliation of which no step was done.
     *
     * @param capability whose it is
     * @param wanted what is to be made or kept outside; empty where nothing is
     */
    public Context(String capability, Pass pass, F facts, Optional<Object> wanted) {
        this.capability = capability;
        this.pass = pass;
        this.object = pass.object();
        this.facts = facts;
        this.wanted = wanted;
    }

    /**
     * What is to be made or kept outside, as it was observed: a copy that may be changed. Empty
     * where nothing is.
     */
    public Optional<Object> wanted() {
        return wanted.map(MutableCopy::of);
    }

    boolean hasWanted() {
        return wanted.isPresent();
    }

    /** Whether the last step has been decided. */
    public boolean ended() {
        return call != null && call.step() instanceof Finish;
    }

    /** Name of the capability whose reconciliation it is. */
    public String capability() {
        return capability;
    }

    /** What the engine asked for. */
    public Pass pass() {
        return pass;
    }

    /** What was observed. */
    public F facts() {
        return facts;
    }

    /** What was done since. */
    public Results results() {
        return results;
    }

    /** The object as it is now: each write gives it a new resourceVersion. */
    public Map<String, Object> object() {
        return object;
    }

    /** Remembers a newer state, so that the next write does not conflict with our own. */
    public void object(Map<String, Object> now) {
        object = now;
    }

    void facts(F now) {
        facts = now;
    }

    /** The step that was decided last; null before the first. */
    Call<F> call() {
        return call;
    }

    Call<F> decided(Step step) {
        call = new Call<>(this, step);
        input = step.body(call);
        return call;
    }

    /** Message body in the branch of the step that was decided last. */
    public Object input() {
        return input;
    }

    void done(Object value) {
        results = results.with(call.step(), value);
    }
}
