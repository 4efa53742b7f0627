package dev.dragoman.capability;

import dev.dragoman.capability.object.Making;
import dev.dragoman.capability.point.Hiding;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.kube.object.Seen;
import dev.dragoman.reconcile.Reconciliation;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The state of one reconciliation of one object, from observe to record. Confined to one thread;
 * discarded when the reconciliation ends.
 *
 * @param <F> type of the facts
 */
public final class Context<F> {
    private final String capability;
    private final Reconciliation reconciliation;
    private Map<String, Object> object;
    private F facts;
    private Results results = Results.NONE;
    private Optional<Object> wanted;
    private final Optional<Making> making;
    private final Set<String> secrets;
    private final Map<Point, PointResult> points = new EnumMap<>(Point.class);
    private Object shown;
    private boolean taken;
    private StepCall<F> call;
    private Object input;
    private Ending ending;

    /**
     * Begins a reconciliation, before its first step.
     *
     * @param capability the declaration of the capability that reconciles
     */
    public Context(Declaration capability, Reconciliation reconciliation, Observed<F> observed) {
        this.capability = capability.name();
        this.making = observed.present().map(there -> new Making(capability, there));
        this.reconciliation = reconciliation;
        this.object = reconciliation.object();
        this.facts = observed.facts();
        this.wanted = observed.wanted();
        this.secrets = observed.secrets();
    }

    /** What is to exist outside: a map, or a list of maps; empty when nothing is to exist. */
    public Optional<Object> wanted() {
        return wanted;
    }

    /**
     * What the route's lines that make objects have answered; empty when the route has no such
     * lines.
     */
    public Optional<Making> making() {
        return making;
    }

    /** Whether the line has already said which objects it makes. */
    public boolean makes(String line) {
        return making.filter(each -> each.answered(line)).isPresent();
    }

    /** Sets what is wanted, once all lines that make objects have answered. */
    void made() {
        var objects = making.orElseThrow().close();
        wanted = objects.isEmpty() ? Optional.empty() : Optional.of(objects);
    }

    /**
     * A copy of what is wanted in which the values of secrets are hidden; an empty map when nothing
     * is wanted.
     */
    public Object shown() {
        if (shown == null) {
            shown = Hiding.of(wanted.orElse(Map.of()), secrets);
        }
        return shown;
    }

    /**
     * Whether {@link #take} was called, so that the facts contain what is wanted after the team's
     * steps.
     */
    public boolean taken() {
        return taken;
    }

    /** Replaces the facts by facts that contain what is wanted after the team's steps. */
    public void take(F now) {
        facts = now;
        taken = true;
    }

    /** The result of an extension point; empty when its steps have not run. */
    public Optional<PointResult> passed(Point point) {
        return Optional.ofNullable(points.get(point));
    }

    public void passed(Point point, PointResult result) {
        points.put(point, result);
        if (result instanceof PointResult.Judged(var verdict)) {
            results = results.judged(verdict);
        }
    }

    /** Sets the verdict: from now on no step may change anything outside. */
    void judged(Verdict verdict) {
        results = results.judged(verdict);
    }

    /** Sets {@link #shown()} after the team's steps have changed it. */
    public void shown(Object now) {
        shown = now;
    }

    /** Paths, in what is wanted, whose values are secret. */
    public Set<String> secrets() {
        return secrets;
    }

    /** What will be written on the object; null until the last step was decided. */
    public Ending ending() {
        return ending;
    }

    public void ending(Ending now) {
        ending = now;
    }

    /** Whether the last step of the reconciliation has been decided. */
    public boolean ended() {
        return call != null && call.step() instanceof Finish;
    }

    /** Name of the capability that reconciles. */
    public String capability() {
        return capability;
    }

    /** The reconciliation that the engine asked for. */
    public Reconciliation reconciliation() {
        return reconciliation;
    }

    /** The facts that were observed; after {@link #take}, the facts that it set. */
    public F facts() {
        return facts;
    }

    /** The results of the steps that were done. */
    public Results results() {
        return results;
    }

    /**
     * The object as the last write returned it, with its new resourceVersion; before a write, as it
     * was observed.
     */
    public Map<String, Object> object() {
        return object;
    }

    /**
     * Sets the object to the one that a write returned, so that the next write has its
     * resourceVersion.
     */
    public void object(Map<String, Object> now) {
        object = now;
    }

    /** The step that is due now; null before the first step was decided. */
    public StepCall<F> call() {
        return call;
    }

    StepCall<F> decided(Step step) {
        call = new StepCall<>(this, step);
        input = step.body(call);
        return call;
    }

    /** Message body for the line of the due step. */
    public Object input() {
        return input;
    }

    /** The objects that the due step writes, as far as they were read already. */
    public Seen seen() {
        return call.step().seen(call);
    }

    void done(Object value) {
        results = results.with(call.step(), value);
    }
}
