package dev.dragoman.capability;

import dev.dragoman.kube.Seen;
import dev.dragoman.reconcile.Reconciliation;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One reconciliation of one object, from observe to record. Confined to its thread; nothing of it
 * outlives it.
 *
 * @param <F> of the facts
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
     * A reconciliation of which no step was done.
     *
     * @param capability whose it is
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

    /** What is to be made or kept outside, as it was observed; empty where nothing is. */
    Optional<Object> wanted() {
        return wanted;
    }

    /** What lines of the route have made; empty where none makes anything. */
    Optional<Making> making() {
        return making;
    }

    /** Whether a maker's line has said what it makes, above the one that runs now. */
    public boolean makes(String line) {
        return making.filter(each -> each.answered(line)).isPresent();
    }

    /** All lines have said what they make. */
    void made() {
        var objects = making.orElseThrow().close();
        wanted = objects.isEmpty() ? Optional.empty() : Optional.of(objects);
    }

    /** What is wanted by now, its secrets hidden; an empty map where nothing is. */
    Object shown() {
        if (shown == null) {
            shown = Hiding.of(wanted.orElse(Map.of()), secrets);
        }
        return shown;
    }

    /** Whether the facts have what is wanted: the team's steps have had their say. */
    boolean taken() {
        return taken;
    }

    /** The facts with what is wanted. */
    void take(F now) {
        facts = now;
        taken = true;
    }

    /** What the steps of a point have come to; empty when they have not run. */
    Optional<PointResult> passed(Point point) {
        return Optional.ofNullable(points.get(point));
    }

    void passed(Point point, PointResult result) {
        points.put(point, result);
        if (result instanceof PointResult.Judged(var verdict)) {
            results = results.judged(verdict);
        }
    }

    /** From now on nothing is changed: why. */
    void judged(Verdict verdict) {
        results = results.judged(verdict);
    }

    /** The same after the team's steps. */
    void shown(Object now) {
        shown = now;
    }

    /** Paths of what is wanted whose values nobody may see. */
    Set<String> secrets() {
        return secrets;
    }

    /** What will be written down; null before the end. */
    Ending ending() {
        return ending;
    }

    void ending(Ending now) {
        ending = now;
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
    public Reconciliation reconciliation() {
        return reconciliation;
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

    /** The step that is due now; null before the first was decided. */
    public StepCall<F> call() {
        return call;
    }

    StepCall<F> decided(Step step) {
        call = new StepCall<>(this, step);
        input = step.body(call);
        return call;
    }

    /** Message body in the line of the step that is due. */
    public Object input() {
        return input;
    }

    /** What was read of the objects that the step that is due writes. */
    public Seen seen() {
        return call.step().seen(call);
    }

    void done(Object value) {
        results = results.with(call.step(), value);
    }
}
