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
 * One reconciliation of one object, from observe to record. Confined to one thread; nothing of it
 * is kept afterwards.
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
     * A reconciliation in which no step was done yet.
     *
     * @param capability the capability that reconciles
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

    /** What is to be made or kept outside; empty when nothing is. */
    public Optional<Object> wanted() {
        return wanted;
    }

    /** What lines of the route have made; empty when no line makes objects. */
    public Optional<Making> making() {
        return making;
    }

    /** Whether the line of a maker has already said what it makes. */
    public boolean makes(String line) {
        return making.filter(each -> each.answered(line)).isPresent();
    }

    /** All makers have said what they make: now it is known what is wanted. */
    void made() {
        var objects = making.orElseThrow().close();
        wanted = objects.isEmpty() ? Optional.empty() : Optional.of(objects);
    }

    /** What is wanted, with its secrets hidden; an empty map when nothing is. */
    public Object shown() {
        if (shown == null) {
            shown = Hiding.of(wanted.orElse(Map.of()), secrets);
        }
        return shown;
    }

    /** Whether the facts contain what is wanted, after the team's steps. */
    public boolean taken() {
        return taken;
    }

    /** Replaces the facts by those with what is wanted. */
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

    /** Nothing may be changed from now on, for this reason. */
    void judged(Verdict verdict) {
        results = results.judged(verdict);
    }

    /** Replaces {@link #shown()} after the team's steps. */
    public void shown(Object now) {
        shown = now;
    }

    /** Paths in what is wanted whose values nobody may see. */
    public Set<String> secrets() {
        return secrets;
    }

    /** What will be written on the object; null before the end. */
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

    /** The facts that were observed, later with what is wanted. */
    public F facts() {
        return facts;
    }

    /** The results of the steps that were done. */
    public Results results() {
        return results;
    }

    /** The object after the last write: each write gives it a new resourceVersion. */
    public Map<String, Object> object() {
        return object;
    }

    /** Takes a newer state of the object, so that the next write does not conflict with our own. */
    public void object(Map<String, Object> now) {
        object = now;
    }

    /** The step that is due now; null before the first was decided. */
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

    /** What was read of the objects that the due step writes. */
    public Seen seen() {
        return call.step().seen(call);
    }

    void done(Object value) {
        results = results.with(call.step(), value);
    }
}
