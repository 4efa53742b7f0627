package dev.dragoman.camel.capability;

import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.OwnState;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.CoreLines;
import dev.dragoman.capability.LineFault;
import dev.dragoman.capability.Loop;
import dev.dragoman.capability.object.Applying;
import dev.dragoman.capability.object.Making;
import dev.dragoman.capability.point.Hiding;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.capability.point.Touched;
import dev.dragoman.capability.point.UnfitWanted;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Seen;
import dev.dragoman.reconcile.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.support.ExchangeHelper;

/**
 * The bean of a capability's routes for the lines {@code observe}, {@code end} and {@code record},
 * and for the steps that all capabilities can have, such as {@code compare}. The bean has the name
 * of the capability. {@link StepLines} runs the lines between observe and end. Thread-safe.
 */
public final class CapabilityProcessors {
    /** Header with the name of the extension point that runs. */
    public static final String STEP = "DragomanStep";

    private final Turns turns = new Turns();
    private final Loop<?> loop;
    private final StepLines lines;
    private final Consumer<Context<?>> due;
    private final String name;

    /**
     * @param due called before each step is done
     */
    public CapabilityProcessors(Loop<?> loop, StepLines lines, Consumer<Context<?>> due) {
        this.due = due;
        this.loop = loop;
        this.lines = lines;
        this.name = loop.declaration().name();
        lines.declare(loop.declaration().lines());
    }

    /**
     * A failure that is shown on the object after the steps of the point {@code transition} have
     * run.
     */
    private record Failure(String reason, String text) {}

    /** The line {@code observe}: observes the object, and decides the first step. */
    public void observe(Exchange exchange) {
        var before = Running.of(exchange);
        if (before != null) {
            // a second observation would discard the results of steps, which would then be done
            // again
            throw failure(
                    exchange,
                    "observes within a reconciliation of '%s', which has already observed; begin another reconciliation with kubernetes-reconcile"
                            .formatted(before.capability()));
        }
        OwnState.set(exchange, CapabilityProcessors.class, this);
        Outcomes.begin(exchange);
        if (isMisled(exchange)) {
            throw OverlayFailure.of(
                    exchange.getContext(),
                    "dispatch.camel.yaml",
                    "is wrong: route %s got an object that is not being deleted; nothing was done"
                            .formatted(loop.declaration().lines().route(true)));
        }
        if (handedOver(exchange)) {
            OwnState.set(exchange, Running.class, new Idle(name, true));
            return;
        }
        observed(loop, exchange);
    }

    private <F> void observed(Loop<F> one, Exchange exchange) {
        var reconciliation = ReconciliationExchange.reconciliation(exchange);
        turns.take(reconciliation.key(), exchange);
        var begun = one.begin(reconciliation);
        if (begun.isEmpty()) {
            OwnState.set(exchange, Running.class, new Idle(name, false));
            return;
        }
        var context = begun.get();
        var run = new Run<>(one, context, exchange);
        OwnState.set(exchange, Running.class, run);
        run.decide(exchange, Map.of());
    }

    /**
     * Whether a team's dispatch has called the deletion route for an object that is not being
     * deleted.
     */
    private boolean isMisled(Exchange exchange) {
        var deletion = loop.declaration().lines().route(true);
        var object = ReconciliationExchange.object(exchange);
        return !deletion.equals(name)
                && deletion.equals(ExchangeHelper.getRouteId(exchange))
                && !object.isEmpty()
                && !Fields.deleting(object);
    }

    /**
     * Sends an object that is being deleted to the deletion route, if a team's dispatch has called
     * another route for it. Returns whether it was sent.
     */
    private boolean handedOver(Exchange exchange) {
        var deletion = loop.declaration().lines().route(true);
        if (!Fields.deleting(ReconciliationExchange.object(exchange))
                || deletion.equals(name)
                || deletion.equals(ExchangeHelper.getRouteId(exchange))
                || !lines.hasRoute(deletion)) {
            return false;
        }
        try (var template = exchange.getContext().createProducerTemplate()) {
            var _ = template.send("direct:" + deletion, exchange);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return true;
    }

    /**
     * A reconciliation in which no step is due.
     *
     * @param left whether the deletion route has done the reconciliation and set the outcome
     */
    private record Idle(String capability, boolean left) implements Running {
        @Override
        public boolean due(Exchange exchange, String step) {
            return false;
        }

        @Override
        public boolean on(Exchange exchange) {
            return true;
        }

        @Override
        public void begin(Exchange exchange) {}

        @Override
        public void leave(Exchange exchange, boolean done) {}

        @Override
        public void take(Exchange exchange) {}
    }

    /** A reconciliation with steps, on its exchange. */
    private final class Run<F> implements Running {
        private final Loop<F> one;
        private final Context<F> context;
        private final Exchange exchange;
        private Object shown;

        Run(Loop<F> one, Context<F> context, Exchange exchange) {
            this.one = one;
            this.context = context;
            this.exchange = exchange;
            this.shown = ReconciliationExchange.object(exchange);
        }

        @Override
        public String capability() {
            return name;
        }

        @Override
        public boolean due(Exchange at, String step) {
            deciding(at, () -> one.arrive(context, step));
            return context.call().step().name().equals(step) && !context.ended();
        }

        @Override
        public boolean on(Exchange other) {
            return same(exchange, other);
        }

        @Override
        public void begin(Exchange at) {
            ReconciliationExchange.enter(at);
            at.getMessage().setBody(context.input());
            ReconciliationExchange.seen(at, context.seen());
            context.making()
                    .flatMap(Making::applying)
                    .ifPresent(each -> OwnState.set(at, Applying.class, each));
            if (context.call().step() instanceof PointStep point) {
                OwnState.set(at, PointStep.class, point);
            }
        }

        @Override
        public void leave(Exchange at, boolean done) {
            ReconciliationExchange.leave(at);
            ReconciliationExchange.seen(at, Seen.NOTHING);
            if (!done) {
                at.getMessage().setBody(Map.of());
            }
        }

        @Override
        public void take(Exchange at) {
            var result = at.getMessage().getBody();
            // a team's steps between the lines see the body too, and may log or send it
            at.getMessage().setBody(shown(result));
            decide(at, result);
        }

        void decide(Exchange at, Object result) {
            written(at);
            deciding(at, () -> one.next(context, result));
            due.accept(context);
            show(at);
        }

        void close(Exchange at) {
            deciding(at, () -> one.close(context));
            due.accept(context);
        }

        private void deciding(Exchange at, Runnable decision) {
            try {
                decision.run();
            } catch (LineFault fault) {
                throw failure(at, fault.getMessage());
            } catch (UnfitWanted fault) {
                var place = CapabilityProcessors.this.at(at, fault.point());
                throw fault.heals()
                        ? OverlayFailure.healing(place, fault.getMessage())
                        : OverlayFailure.of(place, fault.getMessage());
            }
        }

        Outcome end(Exchange at) {
            if (!context.ended()) {
                throw failure(at, "has no line 'end' above 'record'");
            }
            var outcome = one.end(context);
            show(at);
            return outcome;
        }

        /**
         * Hands the object to the context if the line has put a newer state of it on the exchange.
         */
        private void written(Exchange at) {
            var now = ReconciliationExchange.object(at);
            if (!same(now, shown)) {
                context.object(now);
            }
        }

        private void show(Exchange at) {
            ReconciliationExchange.object(at, context.object());
            shown = context.object();
        }
    }

    /**
     * The part of a step's result that a team's steps see: JSON values, without values of Secrets.
     * An empty map for a result of another type.
     */
    private static Object shown(Object result) {
        return switch (result) {
            case Map<?, ?> object -> Hiding.of(object, Set.of());
            case List<?> objects -> Hiding.of(objects, Set.of());
            case Number number -> number;
            case Boolean flag -> flag;
            case null, default -> Map.of();
        };
    }

    @SuppressWarnings("ReferenceEquality") // whether both are the same object
    private static boolean same(Object one, Object other) {
        return one == other;
    }

    private String at(Exchange exchange, Point point) {
        var overlays =
                exchange.getContext()
                        .getRegistry()
                        .lookupByNameAndType(Overlays.BEAN, Overlays.class);
        var id = name + "-" + point.text();
        return overlays == null ? id : overlays.runningAt(id);
    }

    /**
     * The line {@code compare}: finds out which objects an apply would create or change, and which
     * are to be deleted.
     */
    public void compare(Exchange exchange) {
        run(loop, exchange, CoreLines::compare);
    }

    /**
     * A line {@code kubernetes-object}: leaves what the template wants as message body.
     *
     * @param name the capability, a dot, and the line
     */
    public static void make(Exchange exchange, String name) {
        var own = of(exchange);
        if (own == null || !ReconciliationExchange.atLine(exchange)) {
            throw OverlayFailure.of(
                    "kubernetes-object:" + name,
                    "works only as a line of the route of its composition, below 'observe'");
        }
        own.make(own.loop, exchange);
    }

    private <F> void make(Loop<F> one, Exchange exchange) {
        exchange.getMessage().setBody(one.make(this.<F>context(exchange)));
    }

    /** The line {@code remove}: deletes objects that are no longer wanted. */
    public void remove(Exchange exchange) {
        run(loop, exchange, CoreLines::remove);
    }

    /** The line {@code claim}, for capabilities that have no step of their own for it. */
    public void claim(Exchange exchange) {
        run(loop, exchange, CoreLines::claim);
    }

    /** The line {@code release}, for capabilities that have no step of their own for it. */
    public void release(Exchange exchange) {
        run(loop, exchange, CoreLines::release);
    }

    private <F> void run(
            Loop<F> one, Exchange exchange, BiFunction<CoreLines<F>, Context<F>, Object> line) {
        exchange.getMessage().setBody(line.apply(one.lines(), this.<F>context(exchange)));
    }

    /**
     * The line {@code end}: ends the steps. Handles a step that is still due: its line is missing,
     * or stands too far above.
     */
    public void end(Exchange exchange) {
        if (running(exchange) instanceof Run<?> run) {
            run.close(exchange);
        }
    }

    /** The line {@code record}: writes status and Events, and sets the outcome for the queue. */
    public void record(Exchange exchange) {
        switch (running(exchange)) {
            case Run<?> run -> Outcomes.set(exchange, run.end(exchange));
            case Idle idle when !idle.left() -> Outcomes.set(exchange, Outcome.done());
            default -> {
                // the deletion route has set the outcome
            }
        }
    }

    /**
     * Handles a failure that no decision foresaw, such as a missing right or a broken overlay.
     * Shows the failure on the object. If the point {@code transition} has steps, these run first,
     * and {@link #show} shows the failure afterwards.
     */
    void failed(Exchange exchange) {
        var _ = OwnState.remove(exchange, PointStep.class);
        ReconciliationExchange.seen(exchange, Seen.NOTHING);
        Outcomes.unforeseen(
                exchange,
                (object, reason, failure) -> {
                    var text = failure + touched(exchange, reason, failure);
                    var step =
                            loop.failing(
                                    object,
                                    ReconciliationExchange.reconciliation(exchange).key(),
                                    reason,
                                    text);
                    if (step.isEmpty()) {
                        var _ = loop.failed(object, reason, text, Optional.empty());
                    } else {
                        OwnState.set(exchange, Failure.class, new Failure(reason, text));
                        OwnState.set(exchange, PointStep.class, step.get());
                    }
                });
    }

    /**
     * The files whose steps added or changed the object of a failed write, as a sentence; empty
     * when there are none.
     */
    private String touched(Exchange exchange, String reason, String failure) {
        if (OverlayFailure.REASON.equals(reason) || !(Running.of(exchange) instanceof Run<?> run)) {
            return "";
        }
        var context = run.context;
        var files =
                Touched.by(
                                context.wanted(),
                                context.passed(Point.OBJECTS),
                                context.passed(Point.DESIRED),
                                failure)
                        .stream()
                        .map(point -> at(exchange, point))
                        .collect(Collectors.joining(" and "));
        return files.isEmpty() ? "" : ". The object was added or changed by " + files;
    }

    /**
     * Shows a failure after the steps of the point {@code transition} have run; does nothing if
     * {@link #failed} has shown it.
     */
    void show(Exchange exchange) {
        OwnState.remove(exchange, Failure.class).ifPresent(failure -> show(exchange, failure));
    }

    private void show(Exchange exchange, Failure failure) {
        var told =
                exchange.getMessage().getBody() instanceof PointResult result
                        ? Optional.of(result)
                        : Optional.<PointResult>empty();
        var object = ReconciliationExchange.object(exchange);
        var again = loop.failed(object, failure.reason(), failure.text(), told);
        if (again instanceof Outcome.RequeueAfter
                && Outcomes.known(exchange).orElse(null) instanceof Outcome.Fatal) {
            Outcomes.set(exchange, again);
        }
    }

    /**
     * The bean of the capability whose reconciliation the exchange carries; null when the exchange
     * carries none.
     */
    static CapabilityProcessors of(Exchange exchange) {
        return OwnState.get(exchange, CapabilityProcessors.class).orElse(null);
    }

    /**
     * The reconciliation that the exchange carries.
     *
     * @throws OverlayFailure when the exchange carries no reconciliation, or that of another
     *     capability
     */
    private Running running(Exchange exchange) {
        var running = Running.of(exchange);
        if (running == null) {
            throw failure(
                    exchange,
                    "has not observed the object; call this route with 'direct:' from the route"
                            + " that begins with kubernetes-reconcile");
        }
        if (!running.capability().equals(name)) {
            throw failure(
                    exchange,
                    "calls the bean '%s' within a reconciliation of the capability '%s'"
                            .formatted(name, running.capability()));
        }
        return running;
    }

    @SuppressWarnings("unchecked") // the route of a capability calls its own bean
    private <F> Context<F> context(Exchange exchange) {
        return ((Run<F>) running(exchange)).context;
    }

    private OverlayFailure failure(Exchange exchange, String what) {
        return OverlayFailure.of(exchange.getContext(), name + ".camel.yaml", what);
    }
}
