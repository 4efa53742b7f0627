package dev.dragoman.capability.point;

import dev.dragoman.capability.Capability;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Declaration;
import dev.dragoman.capability.Denied;
import dev.dragoman.capability.Ending;
import dev.dragoman.capability.Finish;
import dev.dragoman.capability.RouteLines;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.object.Making;
import dev.dragoman.capability.status.Condition;
import dev.dragoman.capability.status.Marks;
import dev.dragoman.capability.status.Note;
import dev.dragoman.capability.status.Outside;
import dev.dragoman.capability.status.StatusForm;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Decides which extension points are due between the steps of a capability, and applies the results
 * of their steps. Does not run these steps itself. Thread-safe.
 *
 * @param <F> facts of the capability
 */
public final class Insertions<F> {
    private final Capability<F> capability;
    private final Declaration declaration;
    private final Points points;
    private final RouteLines lines;
    private final PointHeaders headers;
    private final Transitions telling;

    public Insertions(
            Capability<F> capability,
            Points points,
            RouteLines lines,
            Function<String, Map<String, Object>> namespaces) {
        this.capability = capability;
        this.declaration = capability.declaration();
        this.points = points;
        this.lines = lines;
        this.headers = new PointHeaders(namespaces);
        this.telling = new Transitions(declaration, headers);
    }

    private boolean used(Point point) {
        return points.used(declaration.name(), point);
    }

    /** A file for all capabilities runs only where the object's route has the point. */
    private boolean used(Point point, Map<String, Object> object) {
        return used(point)
                && (!point.isShared()
                        || lines.has(declaration.name(), Fields.deleting(object), point.text()));
    }

    /**
     * The point {@code objects}; empty when it has no steps. Its message body holds the objects
     * that makers have returned so far.
     */
    public Optional<PointStep> objects(Context<F> context, Making making) {
        return used(Point.OBJECTS)
                ? Optional.of(
                        point(
                                context,
                                Point.OBJECTS,
                                Hiding.of(making.objects(), Set.of()),
                                Map.of(),
                                making::fitting,
                                (file, added) -> restricted(context, file, added)))
                : Optional.empty();
    }

    private void restricted(Context<F> context, String file, List<Map<String, Object>> added) {
        if (points.restricting(declaration.name()).contains(file)) {
            capability.restricted(context.facts(), added);
        }
    }

    /** The point {@code desired}; empty when it has no steps, has run, or nothing is wanted. */
    public Optional<Step> wanted(Context<F> context) {
        if (context.taken() || context.wanted().isEmpty()) {
            return Optional.empty();
        }
        if (used(Point.DESIRED)) {
            return Optional.of(point(context, Point.DESIRED, context.shown(), Map.of()));
        }
        take(context, context.wanted().get());
        return Optional.empty();
    }

    private void take(Context<F> context, Object wanted) {
        var now = context.making().<Object>map(making -> making.with(wanted)).orElse(wanted);
        context.take(capability.wanted(context.facts(), now));
    }

    /** Applies the result of an extension point to the context. */
    public void passed(Context<F> context, Point point, PointResult result) {
        context.passed(point, result);
        if (result instanceof PointResult.Added added) {
            context.making()
                    .orElseThrow()
                    .added(added.objects(), points.restricting(declaration.name()), added.files());
        }
        if (point != Point.DESIRED) {
            return;
        }
        if (result instanceof PointResult.Passed(var body, var shown)) {
            context.shown(shown);
            take(context, body);
        } else {
            // a verdict forbids the change, so what is wanted remains as the capability made it
            take(context, context.wanted().orElseThrow());
        }
    }

    /**
     * What must precede a step: an extension point, or, after a verdict, the end. Empty when the
     * step can be done.
     */
    public Optional<Step> before(Context<F> context, Step step, boolean deleting) {
        var verdict = context.results().verdict();
        if (verdict.isPresent() && step.judged()) {
            return Optional.of(new Denied(verdict.get()));
        }
        return step.before()
                .or(() -> found(context, step, deleting))
                .filter(before -> context.passed(before.point()).isEmpty())
                .flatMap(before -> due(context, before));
    }

    /**
     * The extension point before a step of a capability that declares a finalizer. The finalizer
     * tells whether something exists outside.
     */
    private Optional<Before> found(Context<F> context, Step step, boolean deleting) {
        if (declaration.finalizer().isEmpty() || !step.changes()) {
            return Optional.empty();
        }
        if (deleting) {
            return Optional.of(Before.delete(context.reconciliation().uid()));
        }
        // the object before this reconciliation: a finalizer that this reconciliation has set does
        // not count
        boolean claimed =
                Fields.hasFinalizer(
                        context.reconciliation().object(), declaration.finalizer().get());
        return Optional.of(claimed ? Before.change(List.of()) : Before.create());
    }

    /**
     * The point {@code sign} or {@code exported}, if it must run before the step; afterwards, the
     * step with the result of that point.
     */
    public Step inserted(Context<F> context, Step step) {
        return step.asks()
                .filter(any -> used(Point.SIGN))
                .map(asked -> asking(context, step, asked))
                .orElseGet(() -> exporting(context, step));
    }

    private Step asking(Context<F> context, Step step, Map<String, Object> asked) {
        var passed = context.passed(Point.SIGN);
        if (passed.isEmpty()) {
            return point(context, Point.SIGN, asked, Map.of());
        }
        return passed.get() instanceof PointResult.Passed(var body, var _)
                ? step.answered(answer(body))
                : step;
    }

    @SuppressWarnings("unchecked") // PointStep.signed has made it
    private static Map<String, List<String>> answer(Object body) {
        return (Map<String, List<String>>) body;
    }

    private Step exporting(Context<F> context, Step step) {
        if (step.exports().isEmpty() || !used(Point.EXPORTED)) {
            return step;
        }
        var passed = context.passed(Point.EXPORTED);
        if (passed.isEmpty()) {
            return exported(context, step.exports()).<Step>map(each -> each).orElse(step);
        }
        return passed.get() instanceof PointResult.Passed(var body, var _)
                ? step.exporting(objects(body))
                : step;
    }

    @SuppressWarnings("unchecked") // ReturnedBody has checked it
    private static List<Map<String, Object>> objects(Object body) {
        return (List<Map<String, Object>>) body;
    }

    /**
     * The finish, or the point {@code after-create} or {@code transition} if it must run before the
     * finish.
     */
    public Step ending(Context<F> context, Ending said, Finish finish) {
        var ending = judged(context, said, finish);
        if (ending.ready().filter(Condition::met).isPresent()
                && used(Point.AFTER_CREATE, context.object())) {
            var there = ending.outside().or(() -> byUid(context));
            var done = context.passed(Point.AFTER_CREATE);
            var marks = marks(context.object(), ending);
            if (there.isPresent() && !marks.created().equals(there.map(Outside::id))) {
                if (done.isEmpty()) {
                    return point(
                            context,
                            Point.AFTER_CREATE,
                            Hiding.of(there.get().exists(), context.secrets()),
                            Map.of());
                }
                var now = marks.withOnce(done.get().once());
                var kept = now.equals(marks) ? ending : ending.remembering(now);
                ending =
                        done.get() instanceof PointResult.Failed(var problem, var _)
                                ? afterwards(kept, problem, Fields.generation(context.object()))
                                : kept.remembering(now.withCreated(there.get().id()));
            }
        }
        if (used(Point.TRANSITION, context.object())) {
            var told = context.passed(Point.TRANSITION);
            var step = telling.due(context.object(), context.reconciliation().key(), ending);
            if (step.isPresent() && told.isEmpty()) {
                return step.get();
            }
            ending = telling.told(context.object(), ending, told);
        }
        context.ending(ending);
        return finish;
    }

    /** For a trial: a point before a step; empty when the point has no steps. */
    public Optional<PointStep> due(Context<F> context, Before before) {
        return Optional.of(before)
                .filter(each -> used(each.point(), context.object()))
                .map(
                        each ->
                                point(
                                        context,
                                        each.point(),
                                        each.body().<Object>map(b -> b).orElse(context.shown()),
                                        PointHeaders.of(each)));
    }

    /** The point {@code exported}; empty when it has no steps. */
    private Optional<PointStep> exported(Context<F> context, List<Map<String, Object>> exports) {
        return used(Point.EXPORTED)
                ? Optional.of(
                        point(context, Point.EXPORTED, Hiding.of(exports, Set.of()), Map.of()))
                : Optional.empty();
    }

    private Marks marks(Map<String, Object> object, Ending ending) {
        return ending.marks().orElseGet(() -> declaration.form().marks(object));
    }

    /**
     * Used when the ending does not say what exists outside. For a capability that declares a
     * finalizer, the object's uid is the outside id.
     */
    private Optional<Outside> byUid(Context<F> context) {
        return declaration
                .finalizer()
                .map(any -> new Outside(context.reconciliation().uid(), Map.of()));
    }

    /**
     * The point {@code transition} for an ending; empty when it has no steps, or the ending shows
     * no new state.
     */
    public Optional<PointStep> telling(Map<String, Object> object, ObjectKey key, Ending ending) {
        return used(Point.TRANSITION, object) ? telling.due(object, key, ending) : Optional.empty();
    }

    /**
     * The ending after the point {@link #telling} has run. If its steps failed, the marks record
     * the transition, so that the steps run again later.
     */
    public Ending told(Map<String, Object> object, Ending said, Optional<PointResult> told) {
        return used(Point.TRANSITION, object) ? telling.told(object, said, told) : said;
    }

    private static Ending afterwards(Ending ending, String problem, long generation) {
        var reason = "AfterCreateFailed";
        var outcome = new Outcome.Transient(reason, problem, Outcome.Pace.SLOW, Optional.empty());
        return ending.showing(
                Condition.notReady(Condition.Severity.WARNING, reason, problem, generation),
                Note.warning(reason, problem),
                outcome);
    }

    /**
     * Shows the verdict instead of Ready=True, or when an end without Ready has the outcome done.
     * Other ends, such as Ready=False, stay as they are, unless the verdict caused them.
     */
    private Ending judged(Context<F> context, Ending said, Finish finish) {
        var verdict = context.results().verdict();
        boolean content =
                said.ready().map(Condition::met).orElse(said.outcome() instanceof Outcome.Done);
        if (verdict.isEmpty() || !(content || finish instanceof Denied)) {
            return said;
        }
        var when =
                declaration.form().equals(StatusForm.NONE) ? Note.When.ALWAYS : Note.When.CHANGED;
        return said.showing(
                verdict.get().condition(Fields.generation(context.object())),
                verdict.get().note(when),
                verdict.get().outcome());
    }

    private PointStep point(
            Context<F> context, Point point, Object body, Map<String, Object> more) {
        return point(context, point, body, more, added -> added, (file, added) -> {});
    }

    private PointStep point(
            Context<F> context,
            Point point,
            Object body,
            Map<String, Object> more,
            UnaryOperator<List<Map<String, Object>>> fitting,
            BiConsumer<String, List<Map<String, Object>>> byFile) {
        var all = new HashMap<>(headers.about(context.object(), context.reconciliation().key()));
        all.putAll(more);
        return new PointStep(
                point,
                declaration.name(),
                body,
                all,
                path -> capability.field(context.facts(), path),
                declaration.form().marks(context.object()).once(),
                fitting,
                byFile);
    }
}
