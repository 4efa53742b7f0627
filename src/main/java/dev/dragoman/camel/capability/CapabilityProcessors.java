package dev.dragoman.camel.capability;

import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.camel.Overlays;
import dev.dragoman.camel.ReconciliationExchange;
import dev.dragoman.camel.point.PointRun;
import dev.dragoman.capability.BranchMissing;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Finish;
import dev.dragoman.capability.Loop;
import dev.dragoman.capability.Point;
import dev.dragoman.capability.PointResult;
import dev.dragoman.capability.PointStep;
import dev.dragoman.capability.Step;
import dev.dragoman.capability.UnfitWanted;
import dev.dragoman.reconcile.Outcome;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;

/**
 * The steps that the route of every capability has, as the bean of the capability's name: {@code
 * observe}, then {@code decide} and a branch for each step until it ends, then {@code record}.
 * Thread-safe.
 */
public final class CapabilityProcessors {
    /** Header with the name of the step that was decided. */
    public static final String STEP = "DragomanStep";

    /** Property that says whether the loop of the route goes on. */
    public static final String OPEN = "DragomanOpen";

    private static final String CONTEXT = "dragoman.context";
    private static final String SHOWN = "dragoman.shown";
    private static final String FAILURE = "dragoman.failure";

    /** In place of a context for what is not to be cared for: a lost property must not look so. */
    private enum Nothing {
        HERE
    }

    private final Loop<?> loop;
    private final String name;
    private final String route;

    public CapabilityProcessors(Loop<?> loop) {
        this.loop = loop;
        this.name = loop.declaration().name();
        this.route = name + ".camel.yaml";
    }

    /** A failure that waits to be shown until teams have been told. */
    private record Failure(Map<String, Object> object, String reason, String text) {}

    /** Observes the object. */
    public void observe(Exchange exchange) {
        Outcomes.begin(exchange);
        var begun = loop.begin(ReconciliationExchange.reconciliation(exchange));
        exchange.setProperty(CONTEXT, begun.<Object>map(c -> c).orElse(Nothing.HERE));
        exchange.setProperty(SHOWN, ReconciliationExchange.object(exchange));
        exchange.setProperty(OPEN, begun.isPresent());
    }

    /** Takes the result of the last step from the message body, and decides the next one. */
    public void decide(Exchange exchange) {
        decide(loop, exchange);
    }

    private <F> void decide(Loop<F> one, Exchange exchange) {
        var context = this.<F>context(exchange);
        written(exchange, context);
        try {
            var call = one.next(context, exchange.getMessage().getBody());
            exchange.setProperty(OPEN, !(call.step() instanceof Finish));
            exchange.getMessage().setHeader(STEP, call.step().name());
            exchange.getMessage().setBody(context.input());
            point(exchange, call.step());
        } catch (BranchMissing fault) {
            throw failure(exchange, fault.getMessage());
        } catch (UnfitWanted fault) {
            throw OverlayFailure.of(at(exchange, Point.DESIRED), fault.getMessage());
        }
        show(exchange, context.object());
    }

    private static void point(Exchange exchange, Step step) {
        if (step instanceof PointStep at) {
            exchange.setProperty(PointRun.STEP, at);
        } else {
            exchange.removeProperty(PointRun.STEP);
        }
    }

    private String at(Exchange exchange, Point point) {
        var overlays =
                exchange.getContext()
                        .getRegistry()
                        .lookupByNameAndType(Overlays.BEAN, Overlays.class);
        var id = name + "-" + point.text();
        return overlays == null ? id : overlays.runningAt(id);
    }

    /** A producer of the branch may have written the object, or a bean that took the call. */
    private static void written(Exchange exchange, Context<?> context) {
        var now = ReconciliationExchange.object(exchange);
        if (!same(now, exchange.getProperty(SHOWN))) {
            context.object(now);
        }
    }

    @SuppressWarnings("ReferenceEquality") // equal objects need no comparison of all they have
    private static boolean same(Object one, Object other) {
        return one == other;
    }

    private static void show(Exchange exchange, Map<String, Object> object) {
        ReconciliationExchange.object(exchange, object);
        exchange.setProperty(SHOWN, object);
    }

    /** The branch {@code claim} of capabilities that leave it to the core. */
    public void claim(Exchange exchange) {
        claim(loop, exchange);
    }

    private <F> void claim(Loop<F> one, Exchange exchange) {
        exchange.getMessage().setBody(one.claim(this.<F>context(exchange)));
    }

    /** The branch {@code release} of capabilities that leave it to the core. */
    public void release(Exchange exchange) {
        release(loop, exchange);
    }

    private <F> void release(Loop<F> one, Exchange exchange) {
        exchange.getMessage().setBody(one.release(this.<F>context(exchange)));
    }

    /** Writes down what became true, and tells the queue when to come again. */
    public void record(Exchange exchange) {
        exchange.setProperty(
                Outcomes.OUTCOME,
                exchange.getProperty(CONTEXT) instanceof Nothing
                        ? Outcome.done()
                        : end(loop, exchange));
    }

    private <F> Outcome end(Loop<F> one, Exchange exchange) {
        var context = this.<F>context(exchange);
        if (!context.ended()) {
            throw failure(
                    exchange, "ended the loop of the route before its end, by setting " + OPEN);
        }
        var outcome = one.end(context);
        show(exchange, context.object());
        return outcome;
    }

    /**
     * A step failed in a way that no decision foresaw: a missing right, a broken overlay. It is
     * shown, at once or, where teams want to be told before, by {@link #show}.
     */
    public void failed(Exchange exchange) {
        exchange.removeProperty(PointRun.STEP);
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
                        exchange.setProperty(FAILURE, new Failure(object, reason, text));
                        exchange.setProperty(PointRun.STEP, step.get());
                    }
                });
    }

    /** Shows a failure that teams have been told of; does nothing where that was done before. */
    public void show(Exchange exchange) {
        if (exchange.removeProperty(FAILURE) instanceof Failure failure) {
            var told =
                    exchange.getMessage().getBody() instanceof PointResult result
                            ? Optional.of(result)
                            : Optional.<PointResult>empty();
            var again = loop.failed(failure.object(), failure.reason(), failure.text(), told);
            if (again instanceof Outcome.RequeueAfter
                    && exchange.getProperty(Outcomes.OUTCOME) instanceof Outcome.Fatal) {
                exchange.setProperty(Outcomes.OUTCOME, again);
            }
        }
    }

    /** The reconciliation that the exchange carries. */
    @SuppressWarnings("unchecked") // the route of a capability calls its own bean
    private <F> Context<F> context(Exchange exchange) {
        if (!(exchange.getProperty(CONTEXT) instanceof Context<?> context)) {
            throw failure(exchange, "lost what was observed, by taking away properties");
        }
        if (!context.capability().equals(name)) {
            throw failure(
                    exchange,
                    "calls bean '%s' within a reconciliation of '%s'"
                            .formatted(name, context.capability()));
        }
        return (Context<F>) context;
    }

    private OverlayFailure failure(Exchange exchange, String what) {
        return OverlayFailure.of(exchange.getContext(), route, what);
    }
}
