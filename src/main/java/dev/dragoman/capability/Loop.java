package dev.dragoman.capability;

import dev.dragoman.kube.EventType;
import dev.dragoman.kube.EventWriter;
import dev.dragoman.kube.Fields;
import dev.dragoman.kube.KubeException;
import dev.dragoman.kube.MetadataChange;
import dev.dragoman.kube.MetadataWriter;
import dev.dragoman.kube.ObjectGone;
import dev.dragoman.reconcile.Outcome;
import dev.dragoman.reconcile.Pass;
import dev.dragoman.reconcile.References;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens in each reconciliation of a capability, whichever it is. Routes call it through
 * {@code CapabilityProcessors}. Thread-safe.
 *
 * @param <F> facts of the capability
 */
public final class Loop<F> {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    /** No reconciliation has so many steps, unless its decision never ends. */
    private static final int MOST_STEPS = 500;

    private final Capability<F> capability;
    private final Declaration declaration;
    private final Core core;

    /**
     * What all capabilities act with.
     *
     * @param meters gets {@code dragoman_steps}, by capability and step
     */
    public record Core(
            MetadataWriter metadata,
            EventWriter events,
            References references,
            MeterRegistry meters) {}

    public Loop(Capability<F> capability, Core core) {
        this.capability = capability;
        this.declaration = capability.declaration();
        this.core = core;
    }

    /** What the capability says of itself. */
    public Declaration declaration() {
        return declaration;
    }

    /** Observes; empty when there is nothing to do for the object. Writes nothing. */
    public Optional<Context<F>> begin(Pass pass) {
        var observed = pass.gone() ? Optional.<Observed<F>>empty() : capability.observe(pass);
        if (observed.isEmpty()) {
            core.references().clear(pass.key());
            capability.forget(pass.key());
            return Optional.empty();
        }
        core.references().set(pass.key(), observed.get().needs());
        return Optional.of(
                new Context<>(
                        declaration.name(), pass, observed.get().facts(), observed.get().wanted()));
    }

    /**
     * Takes the result of the last step, and decides the next one.
     *
     * @param body the message body: what teams' steps have made of what is wanted, then what the
     *     branch of the last step left
     * @throws BranchMissing when the last step was not done
     */
    public Call<F> next(Context<F> context, Object body) {
        if (context.call() == null) {
            if (context.hasWanted()) {
                context.facts(capability.wanted(context.facts(), body));
            }
        } else {
            take(context, body);
        }
        return context.decided(step(context));
    }

    private void take(Context<F> context, Object result) {
        var call = context.call();
        var step = call.step().name();
        if (result == null || same(result, context.input())) {
            throw new BranchMissing(
                    "step '%s' of route %s came to nothing: its branch is missing, or leaves no result"
                            .formatted(step, declaration.name()));
        }
        if (!capability.yields(call.step(), result)) {
            throw new BranchMissing(
                    "the branch of step '%s' of route %s leaves a %s as message body, which is not what it comes to"
                            .formatted(
                                    step, declaration.name(), result.getClass().getSimpleName()));
        }
        core.meters()
                .counter("dragoman_steps", "capability", declaration.name(), "step", step)
                .increment();
        context.done(result);
        if (context.results().all().size() > MOST_STEPS) {
            throw new IllegalStateException(
                    "capability %s decided %d steps for %s, the last one %s; its decision never ends"
                            .formatted(declaration.name(), MOST_STEPS, context.pass().key(), step));
        }
    }

    @SuppressWarnings("ReferenceEquality") // an equal one may be a result
    private static boolean same(Object result, Object input) {
        return result == input;
    }

    /** Claim and release come in between where the core does them. */
    private Step step(Context<F> context) {
        if (declaration.finalizer().isEmpty()) {
            return decide(context);
        }
        var released =
                context.call() != null && context.call().step() instanceof Release release
                        ? Optional.of(release.then())
                        : Optional.<Finish>empty();
        if (released.isPresent()) {
            return released.get();
        }
        var finalizer = declaration.finalizer().get();
        boolean held = Fields.hasFinalizer(context.object(), finalizer);
        boolean deleting = Fields.deleting(context.object());
        if (deleting && !held) {
            return Ending.quiet(Outcome.done());
        }
        var step = decide(context);
        if (!deleting && !held && step.changes()) {
            return new Claim(finalizer);
        }
        return deleting && step instanceof Finish last && nothingIsLeft(last)
                ? new Release(finalizer, last)
                : step;
    }

    /** What shows trouble, or comes again, is not done. */
    private static boolean nothingIsLeft(Finish last) {
        return last.outcome() instanceof Outcome.Done
                && !(last instanceof Ending ending
                        && ending.ready().filter(ready -> !ready.met()).isPresent());
    }

    private Step decide(Context<F> context) {
        return capability.decide(context.facts(), context.results());
    }

    /** Sets the finalizer: the branch {@code claim}. */
    public Map<String, Object> claim(Context<F> context) {
        var step = context.call().step(Claim.class);
        return written(context, MetadataChange.addFinalizer(step.finalizer()));
    }

    /** Takes the finalizer away: the branch {@code release}. */
    public Map<String, Object> release(Context<F> context) {
        var step = context.call().step(Release.class);
        try {
            return written(context, MetadataChange.removeFinalizer(step.finalizer()));
        } catch (ObjectGone alreadyGone) {
            LOG.debug("{} was gone before it was released", context.pass().key(), alreadyGone);
            return context.object();
        }
    }

    private Map<String, Object> written(Context<F> context, MetadataChange change) {
        context.object(core.metadata().write(context.object(), change));
        return context.object();
    }

    /**
     * Writes down how it ended, then records its Events.
     *
     * @throws IllegalStateException when the last step is no end
     */
    public Outcome end(Context<F> context) {
        if (context.call() == null || !(context.call().step() instanceof Finish finish)) {
            throw new IllegalStateException(
                    "route %s left its loop before the end of it".formatted(declaration.name()));
        }
        capability.ended(context, finish);
        var ending = capability.ending(context, finish);
        boolean released =
                context.results().all().stream().anyMatch(each -> each.step().releases());
        var changed = released ? Optional.of(false) : write(context, ending);
        for (var note : ending.notes()) {
            if (changed.map(note.when()::holds).orElse(note.when() == Note.When.ALWAYS)) {
                tell(context.object(), note);
            }
        }
        return ending.outcome();
    }

    /** Whether something else is shown than before; empty when there is no object any more. */
    private Optional<Boolean> write(Context<F> context, Ending ending) {
        try {
            var written = declaration.form().write(context.object(), ending);
            context.object(written.object());
            if (written.changed()) {
                ending.ready()
                        .ifPresent(
                                now ->
                                        LOG.info(
                                                "{}: {}",
                                                context.pass().key(),
                                                (now.reason() + " " + now.message()).strip()));
            }
            return Optional.of(written.changed());
        } catch (ObjectGone gone) {
            LOG.debug("{} is gone, nothing is written on it", context.pass().key(), gone);
            return Optional.empty();
        }
    }

    private void tell(Map<String, Object> object, Note note) {
        core.events()
                .emit(
                        object,
                        note.warning() ? EventType.WARNING : EventType.NORMAL,
                        note.reason(),
                        declaration.action(),
                        note.text());
    }

    /** Shows a failure that no decision foresaw: what is shown would stay otherwise. */
    public void failed(Map<String, Object> object, String reason, String text) {
        var condition =
                Condition.notReady(
                        Condition.Severity.WARNING, reason, text, Fields.generation(object));
        var note = Note.warning(reason, text);
        try {
            var written =
                    declaration.form().write(object, Ending.of(condition, note, Outcome.done()));
            if (written.changed()) {
                tell(written.object(), note);
            }
        } catch (KubeException unwritten) {
            LOG.warn(
                    "{}: the failure cannot be shown: {}",
                    declaration.name(),
                    unwritten.getMessage());
        }
    }
}
