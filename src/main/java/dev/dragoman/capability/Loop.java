package dev.dragoman.capability;

import dev.dragoman.capability.object.AddedRecord;
import dev.dragoman.capability.object.Made;
import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.object.Making;
import dev.dragoman.capability.object.ObjectStep;
import dev.dragoman.capability.point.Insertions;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.capability.status.Note;
import dev.dragoman.capability.status.Recorder;
import dev.dragoman.kube.failure.KubeException;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.reconcile.Effects;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.OutcomeException;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of a reconciliation that is the same for all capabilities: finds the next step, and
 * writes how the reconciliation ended. Routes call it through {@code CapabilityProcessors}.
 * Thread-safe.
 *
 * @param <F> facts of the capability
 */
public final class Loop<F> {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    /**
     * The maximum number of steps of one reconciliation. More steps mean that the capability's
     * decision never returns a {@link Finish}.
     */
    private static final int MOST_STEPS = 500;

    /** A shorter time until the next reconciliation is no wait for anything. */
    private static final Duration AT_ONCE = Duration.ofMillis(10);

    private final Capability<F> capability;
    private final Declaration declaration;
    private final Core core;
    private final Insertions<F> insertions;
    private final Map<String, Line> makers;
    private final AddedRecord added;
    private final Recorder recorder;
    private final CoreLines<F> lines;

    public Loop(Capability<F> capability, Core core) {
        this.capability = capability;
        this.declaration = capability.declaration();
        this.core = core.of(declaration);
        this.makers =
                declaration.lines().makers().stream()
                        .collect(Collectors.toUnmodifiableMap(Line::step, each -> each));
        this.added = new AddedRecord(declaration.form(), this.core.reader());
        this.lines = new CoreLines<>(core.metadata(), this.core.remover(), added);
        this.recorder = new Recorder(declaration, core.events());
        this.insertions =
                new Insertions<>(capability, core.points(), core.lines(), core.namespaces());
    }

    /** The capability's declaration. */
    public Declaration declaration() {
        return declaration;
    }

    /**
     * Observes the object and writes nothing on it. Returns empty when the object no longer exists
     * or the capability does not manage it.
     *
     * @throws OutcomeException when the object cannot be read
     */
    public Optional<Context<F>> begin(Reconciliation reconciliation) {
        reconciliation
                .unreadable()
                .ifPresent(
                        why -> {
                            throw new OutcomeException(
                                    new Outcome.Fatal(Reconciliation.UNREADABLE, why));
                        });
        var observed =
                reconciliation.gone()
                        ? Optional.<Observed<F>>empty()
                        : capability.observe(reconciliation);
        if (observed.isEmpty()) {
            core.references().clear(reconciliation.key());
            capability.forget(reconciliation.key());
            return Optional.empty();
        }
        core.references()
                .set(
                        reconciliation.key(),
                        needs(reconciliation.key(), observed.get().needs()),
                        declaration.makes().flatMap(Makes::own).isPresent());
        var seen = observed.get();
        return Optional.of(
                new Context<>(
                        declaration,
                        reconciliation,
                        seen.present().map(there -> seen.with(added.read(there))).orElse(seen)));
    }

    /**
     * Adds the object's namespace to the needed objects, because a team's steps may read its
     * labels.
     */
    private Set<ObjectKey> needs(ObjectKey key, Set<ObjectKey> own) {
        if (key.namespace().isEmpty() || !core.points().any(declaration.name(), Point.values())) {
            return own;
        }
        var all = new HashSet<>(own);
        all.add(new ObjectKey("", "Namespace", "", key.namespace()));
        return all;
    }

    /**
     * Takes the result of the last step, and decides the next step.
     *
     * @param body the message body that the line of the last step left
     * @throws LineFault when the body cannot be the result of that step
     * @throws UnfitWanted when the result of a team's steps cannot be used
     */
    public StepCall<F> next(Context<F> context, Object body) {
        if (context.call() != null) {
            take(context, body);
        }
        return context.decided(step(context));
    }

    /**
     * Called when a route reaches a line. Lines that make objects run once each, in the order of
     * the route. When the route then reaches another line, the wanted objects are complete.
     *
     * @throws LineFault when a line that makes objects stands in the wrong place
     * @throws UnfitWanted as {@link #next}
     */
    public void arrive(Context<F> context, String line) {
        if (context.making().isEmpty()) {
            return;
        }
        var making = context.making().get();
        var maker = makers.get(line);
        if (line.equals(CapabilityLines.OBJECTS)) {
            insertions
                    .objects(context, making)
                    .filter(any -> making.asks(maker))
                    .ifPresent(context::decided);
        } else if (maker != null && making.asks(maker)) {
            context.decided(new ObjectStep.Make(line));
        } else if (maker == null && making.isOpen()) {
            context.made();
            context.decided(step(context));
        }
    }

    private void take(Context<F> context, Object result) {
        var call = context.call();
        var step = call.step().name();
        if (result == null || same(result, context.input())) {
            throw new LineFault(
                    "the line of step '%s' of route %s left no result; it must leave the step's result as message body"
                            .formatted(step, declaration.name()));
        }
        if (!(call.step() instanceof PointStep
                ? call.step().yields(result)
                : capability.yields(call.step(), result))) {
            throw new LineFault(
                    "the line of step '%s' of route %s must leave the step's result as message body, but left a %s"
                            .formatted(
                                    step, declaration.name(), result.getClass().getSimpleName()));
        }
        core.meters()
                .counter("dragoman_steps", "capability", declaration.name(), "step", step)
                .increment();
        if (call.step() instanceof PointStep at) {
            passed(context, at, (PointResult) result);
        } else if (call.step() instanceof ObjectStep.Make make) {
            context.making().orElseThrow().answer(make.name(), (Made) result);
        } else {
            context.done(result);
            shown(context.reconciliation().key(), call.step().shown(result));
        }
        if (context.results().all().size() > MOST_STEPS) {
            throw new IllegalStateException(
                    "capability %s decided %d steps for %s without an end; the last step was '%s'"
                            .formatted(
                                    declaration.name(),
                                    MOST_STEPS,
                                    context.reconciliation().key(),
                                    step));
        }
    }

    private void shown(ObjectKey key, List<Map<String, Object>> objects) {
        for (var each : objects) {
            core.references().saw(key, Fields.key(each), Fields.metadata(each, "resourceVersion"));
        }
    }

    private void passed(Context<F> context, PointStep at, PointResult result) {
        if (result instanceof PointResult.Failed(var problem, var _)) {
            LOG.warn("{}: {}: {}", context.reconciliation().key(), at.id(), problem);
            core.meters()
                    .counter(
                            "dragoman_point_failures",
                            "capability",
                            declaration.name(),
                            "point",
                            at.point().text())
                    .increment();
        }
        if (result instanceof PointResult.Added(var objects, var _)) {
            added.check(objects);
        }
        insertions.passed(context, at.point(), result);
        if (result instanceof PointResult.Added) {
            for (var each : makers.values()) {
                var line = each.step();
                if (declaration.lines().isReplaceable(each) && !hasLine(context, line)) {
                    var call = new StepCall<>(context, new ObjectStep.Make(line));
                    var made = capability.makers().get(line).apply(call);
                    context.making().orElseThrow().replaced(line, made);
                }
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // an equal object may be a result
    private static boolean same(Object result, Object input) {
        return result == input;
    }

    private Step step(Context<F> context) {
        if (context.making().filter(Making::isOpen).isPresent()) {
            return new ObjectStep.Makers();
        }
        var wanted = insertions.wanted(context);
        if (wanted.isPresent()) {
            return wanted.get();
        }
        var step = decided(context);
        return step instanceof Finish finish ? finishing(context, finish) : step;
    }

    /**
     * The step that the capability decides. If the core must claim, release, or run an extension
     * point before that step, returns the core's step instead.
     */
    private Step decided(Context<F> context) {
        if (context.call() != null && context.call().step() instanceof Release release) {
            return release.then();
        }
        boolean deleting = Fields.deleting(context.object());
        boolean held =
                declaration
                        .finalizer()
                        .filter(each -> Fields.hasFinalizer(context.object(), each))
                        .isPresent();
        if (declaration.finalizer().isPresent()
                && deleting
                && !held
                && !capability.unclaimed(context.facts())) {
            return Ending.quiet(Outcome.done());
        }
        if (context.making().isPresent() && !context.results().has(ObjectStep.Compare.class)) {
            return new ObjectStep.Compare();
        }
        var step = capability.decide(context.facts(), context.results());
        if (step instanceof Finish last) {
            return last(context, last, held && deleting);
        }
        if (context.results().verdict().isEmpty() && isLeftOut(context, step)) {
            context.judged(leftOut(context, step));
            return decided(context);
        }
        return insertions
                .before(context, step, deleting)
                .or(() -> claim(context, step, deleting || held))
                .orElseGet(() -> insertions.inserted(context, step));
    }

    private Step last(Context<F> context, Finish last, boolean leaving) {
        return leaving && nothingIsLeft(last)
                ? new Release(declaration.finalizer().orElseThrow(), last)
                : forgetting(context).orElse(last);
    }

    /**
     * The claim that must precede the step; empty when the object is claimed and the record of
     * added objects is up to date.
     */
    private Optional<Step> claim(Context<F> context, Step step, boolean claimed) {
        var finalizer = declaration.finalizer().filter(any -> !claimed);
        var now = added.differs(context);
        return step.changes() && (finalizer.isPresent() || now.isPresent())
                ? Optional.of(new Claim(finalizer, now, step.name()))
                : Optional.empty();
    }

    /**
     * The step that removes objects which no longer exist from the record of added objects. Empty
     * when the record has no such object, or the route has no line {@code claim}.
     */
    private Optional<Step> forgetting(Context<F> context) {
        return added.less(context)
                .filter(any -> hasLine(context, "claim"))
                .map(now -> new Claim(Optional.empty(), Optional.of(now), "remove"));
    }

    /**
     * Whether the step cannot be done, because the route has no line for it or for the step that it
     * serves.
     */
    private boolean isLeftOut(Context<F> context, Step step) {
        return (step.judged() && !hasLine(context, step.name()))
                || step.serves().filter(each -> !hasLine(context, each)).isPresent();
    }

    private boolean hasLine(Context<F> context, String step) {
        return core.lines().has(declaration.name(), Fields.deleting(context.object()), step);
    }

    private Verdict leftOut(Context<F> context, Step step) {
        var missing = step.serves().filter(each -> !hasLine(context, each)).orElse(step.name());
        return Verdict.leftOut(
                declaration.lines().route(Fields.deleting(context.object())), missing, step);
    }

    /**
     * The line {@code end}: below it, only the lines of the points {@code after-create} and {@code
     * transition} may run.
     *
     * @throws LineFault when the line of the due step stands above the place where the step became
     *     due
     * @throws UnfitWanted as {@link #next}
     */
    public void close(Context<F> context) {
        arrive(context, "end");
        var due = context.call().step();
        if (due instanceof Finish
                || (due instanceof PointStep at
                        && (at.point() == Point.AFTER_CREATE || at.point() == Point.TRANSITION))) {
            return;
        }
        if (hasLine(context, due.name())) {
            throw new LineFault(
                    "route %s has its line for '%s' too early: the step became due only below that line; move the line down"
                            .formatted(
                                    declaration.lines().route(Fields.deleting(context.object())),
                                    due.name()));
        }
        var verdict = leftOut(context, due);
        var last = capability.leftOut(context.facts(), context.results(), due, verdict);
        if (last instanceof Denied) {
            context.judged(verdict);
        }
        context.decided(finishing(context, last));
    }

    /**
     * Whether the finalizer may be removed: no further reconciliation is planned, and the end does
     * not show Ready=False.
     */
    private static boolean nothingIsLeft(Finish last) {
        return last.outcome() instanceof Outcome.Done
                && !(last instanceof Ending ending
                        && ending.ready().filter(ready -> !ready.met()).isPresent());
    }

    /**
     * Prepares what will be written at the end; returns the finish, or an extension point that must
     * run before it.
     */
    private Step finishing(Context<F> context, Finish finish) {
        var ending =
                finish instanceof Denied
                        ? capability.denied(context, finish.outcome())
                        : capability.ending(context, finish);
        if (released(context)) {
            context.ending(ending);
            return finish;
        }
        return insertions.ending(context, ending, finish);
    }

    private static boolean released(Context<?> context) {
        return context.results().all().stream().anyMatch(each -> each.step().releases());
    }

    /** Which objects the line that is due wants. */
    public Made make(Context<F> context) {
        var call = context.call();
        return capability.makers().get(call.step(ObjectStep.Make.class).name()).apply(call);
    }

    /** The effects of the lines that all capabilities have. */
    public CoreLines<F> lines() {
        return lines;
    }

    /**
     * Writes on the object how the reconciliation ended, then records its Events.
     *
     * @throws IllegalStateException when the last decided step is not a {@link Finish}
     */
    public Outcome end(Context<F> context) {
        if (context.call() == null || !(context.call().step() instanceof Finish finish)) {
            throw new IllegalStateException(
                    "route %s reached the line 'record' before the reconciliation had ended; put the line 'end' above the line 'record'"
                            .formatted(declaration.name()));
        }
        capability.ended(context, finish);
        var ending = context.ending();
        if (ending.outcome() instanceof Outcome.Pending(var wait) && wait.compareTo(AT_ONCE) <= 0) {
            // the next reconciliation begins with something else, such as another intent
            Effects.made("come again at once");
        }
        Optional<Boolean> changed = Optional.empty();
        try {
            changed = released(context) ? Optional.of(false) : recorder.write(context, ending);
        } finally {
            // If the write fails, Events with When.ALWAYS are still recorded, because a later
            // reconciliation does not repeat the actions that they report.
            for (var note : ending.notes()) {
                if (changed.map(note.when()::holds).orElse(note.when() == Note.When.ALWAYS)) {
                    recorder.tell(context.object(), note);
                }
            }
        }
        return ending.outcome();
    }

    /**
     * The steps of the point {@code transition} for a failure that no decision foresaw. They run
     * before {@link #failed} shows it.
     *
     * @return empty when there are no such steps, or when the object already shows the failure
     */
    public Optional<PointStep> failing(
            Map<String, Object> object, ObjectKey key, String reason, String text) {
        return insertions.telling(object, key, Ending.unforeseen(object, reason, text));
    }

    /**
     * Shows a failure that no decision foresaw. Without this, the object would still show its old
     * state.
     *
     * @param told result of the step that {@link #failing} returned; empty when it returned none
     * @return if the steps of {@code transition} failed, when to reconcile again to repeat them;
     *     else done
     */
    public Outcome failed(
            Map<String, Object> object, String reason, String text, Optional<PointResult> told) {
        if (!declaration.form().showsReady()) {
            return Outcome.done();
        }
        var ending = insertions.told(object, Ending.unforeseen(object, reason, text), told);
        try {
            var written = declaration.form().write(object, ending);
            if (written.changed()) {
                ending.notes().forEach(note -> recorder.tell(written.object(), note));
            }
        } catch (KubeException unwritten) {
            LOG.warn(
                    "{}: the failure cannot be written on the object: {}",
                    declaration.name(),
                    unwritten.getMessage());
        }
        return ending.outcome();
    }
}
