package dev.dragoman.camel.capability;

import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.OwnState;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.LineFault;
import dev.dragoman.capability.Loop;
import dev.dragoman.capability.point.Hiding;
import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
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
import org.apache.camel.Exchange;
import org.apache.camel.support.ExchangeHelper;

/**
 * The bean with which the routes of a capability begin and end: {@code observe}, {@code end} and
 * {@code record}. Its name is that of the capability. The lines between are run by {@link
 * StepLines}. Thread-safe.
 */
public final class CapabilityProcessors {
    /** Header with the name of the extension point that runs. */
    public static final String STEP = "DragomanStep";

    private final Turns turns = new Turns();
    private final Loop<?> loop;
    private final StepLines lines;
    private final String name;

    public CapabilityProcessors(Loop<?> loop, StepLines lines) {
        this.loop = loop;
        this.lines = lines;
        this.name = loop.declaration().name();
        lines.declare(loop.declaration().lines());
    }

    /** A failure that is shown on the object after the transition steps of teams have run. */
    private record Failure(Map<String, Object> object, String reason, String text) {}

    /** The line {@code observe}: observes the object, and decides which step is due first. */
    public void observe(Exchange exchange) {
        var before = Running.of(exchange);
        if (before != null) {
            // what was observed and done before would be forgotten, and so done again
            throw failure(
                    exchange,
                    "observes within a reconciliation of '%s', which has observed already; begin another one with kubernetes-reconcile"
                            .formatted(before.capability()));
        }
        OwnState.set(exchange, CapabilityProcessors.class, this);
        Outcomes.begin(exchange);
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
     * Sends an object that is being deleted to the deletion route, since a dispatch that a team has
     * written may not do so.
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
     * A reconciliation in which nothing is due.
     *
     * @param left whether another route has done it all, including the outcome
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
        public void begin(Exchange exchange) {
            throw new IllegalStateException("no step is due in this reconciliation");
        }

        @Override
        public void leave(Exchange exchange, boolean done) {
            throw new IllegalStateException("no step is due in this reconciliation");
        }

        @Override
        public void take(Exchange exchange) {
            throw new IllegalStateException("no step is due in this reconciliation");
        }
    }

    /** One reconciliation, on its exchange. */
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
            // a team's steps between the lines see it too, and may log it or send it away
            at.getMessage().setBody(shown(result));
            decide(at, result);
        }

        void decide(Exchange at, Object result) {
            written(at);
            deciding(at, () -> one.next(context, result));
            show(at);
        }

        void close(Exchange at) {
            deciding(at, () -> one.close(context));
        }

        private void deciding(Exchange at, Runnable decision) {
            try {
                decision.run();
            } catch (LineFault fault) {
                throw failure(at, fault.getMessage());
            } catch (UnfitWanted fault) {
                throw OverlayFailure.of(
                        CapabilityProcessors.this.at(at, fault.point()), fault.getMessage());
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

        /** Hands the object to the context if the line has written it on the exchange. */
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

    /** What a team's steps see of a result: values, but for those of Secrets. */
    private static Object shown(Object result) {
        return switch (result) {
            case Map<?, ?> object -> Hiding.of(object, Set.of());
            case List<?> objects -> Hiding.of(objects, Set.of());
            case Number number -> number;
            case Boolean flag -> flag;
            case null, default -> Map.of();
        };
    }

    @SuppressWarnings("ReferenceEquality") // compares identity on purpose
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

    /** The line {@code compare}: finds what an apply would change or create, and what to delete. */
    public void compare(Exchange exchange) {
        compare(loop, exchange);
    }

    private <F> void compare(Loop<F> one, Exchange exchange) {
        exchange.getMessage().setBody(one.compare(this.<F>context(exchange)));
    }

    /** The line {@code remove}: deletes objects that are not wanted any more. */
    public void remove(Exchange exchange) {
        remove(loop, exchange);
    }

    private <F> void remove(Loop<F> one, Exchange exchange) {
        exchange.getMessage().setBody(one.remove(this.<F>context(exchange)));
    }

    /** The line {@code claim}, for capabilities without a claim of their own. */
    public void claim(Exchange exchange) {
        claim(loop, exchange);
    }

    private <F> void claim(Loop<F> one, Exchange exchange) {
        exchange.getMessage().setBody(one.claim(this.<F>context(exchange)));
    }

    /** The line {@code release}, for capabilities without a release of their own. */
    public void release(Exchange exchange) {
        release(loop, exchange);
    }

    private <F> void release(Loop<F> one, Exchange exchange) {
        exchange.getMessage().setBody(one.release(this.<F>context(exchange)));
    }

    /** The line {@code end}: nothing is done below it; finds due steps that have no line. */
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
                // the other route has set the outcome
            }
        }
    }

    /**
     * Handles a failure that no decision foresaw, such as a missing right or a broken overlay.
     * Shows it at once; where teams have transition steps, these run first, and {@link #show} shows
     * it.
     */
    void failed(Exchange exchange) {
        var _ = OwnState.remove(exchange, PointStep.class);
        ReconciliationExchange.seen(exchange, Seen.NOTHING);
        Outcomes.unforeseen(
                exchange,
                (object, reason, text) -> {
                    var step =
                            loop.failing(
                                    object,
                                    ReconciliationExchange.reconciliation(exchange).key(),
                                    reason,
                                    text);
                    if (step.isEmpty()) {
                        var _ = loop.failed(object, reason, text, Optional.empty());
                    } else {
                        OwnState.set(exchange, Failure.class, new Failure(object, reason, text));
                        OwnState.set(exchange, PointStep.class, step.get());
                    }
                });
    }

    /** Shows a failure after the transition steps of teams; does nothing if it is shown already. */
    void show(Exchange exchange) {
        OwnState.remove(exchange, Failure.class).ifPresent(failure -> show(exchange, failure));
    }

    private void show(Exchange exchange, Failure failure) {
        var told =
                exchange.getMessage().getBody() instanceof PointResult result
                        ? Optional.of(result)
                        : Optional.<PointResult>empty();
        var again = loop.failed(failure.object(), failure.reason(), failure.text(), told);
        if (again instanceof Outcome.RequeueAfter
                && Outcomes.known(exchange).orElse(null) instanceof Outcome.Fatal) {
            Outcomes.set(exchange, again);
        }
    }

    /** The bean of the capability whose reconciliation the exchange carries; null without one. */
    static CapabilityProcessors of(Exchange exchange) {
        return OwnState.get(exchange, CapabilityProcessors.class).orElse(null);
    }

    /**
     * The reconciliation that the exchange carries.
     *
     * @throws OverlayFailure when it carries none, or one of another capability
     */
    private Running running(Exchange exchange) {
        var running = Running.of(exchange);
        if (running == null) {
            throw failure(
                    exchange,
                    "has not observed the object: call its route from the trigger, by direct:");
        }
        if (!running.capability().equals(name)) {
            throw failure(
                    exchange,
                    "calls bean '%s' within a reconciliation of '%s'"
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
