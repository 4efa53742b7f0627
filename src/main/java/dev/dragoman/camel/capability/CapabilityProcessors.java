package dev.dragoman.camel.capability;

import dev.dragoman.camel.OnlyBody;
import dev.dragoman.camel.Outcomes;
import dev.dragoman.camel.OverlayFailure;
import dev.dragoman.camel.PassExchange;
import dev.dragoman.capability.BranchMissing;
import dev.dragoman.capability.Context;
import dev.dragoman.capability.Finish;
import dev.dragoman.capability.Loop;
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
public class CapabilityProcessors {
    /** Header with the name of the step that was decided. */
    public static final String STEP = "DragomanStep";

    /** Property that says whether the loop of the route goes on. */
    public static final String OPEN = "DragomanOpen";

    /** Property that says whether the message body is what is to be made or kept outside. */
    public static final String WANTED = "DragomanWanted";

    private static final String CONTEXT = "dragoman.context";
    private static final String SHOWN = "dragoman.shown";

    /** In place of a context for what is not to be cared for: a lost property must not look so. */
    private enum Nothing {
        HERE
    }

    private final Loop<?> loop;
    private final OverlayFailure.Step overlay;

    public CapabilityProcessors(Loop<?> loop) {
        this.loop = loop;
        var name = loop.declaration().name();
        var route = name + ".camel.yaml";
        var kamelet = name + "-before-send.kamelet.yaml";
        boolean hasKamelet = CapabilityProcessors.class.getResource("/kamelets/" + kamelet) != null;
        this.overlay = new OverlayFailure.Step(hasKamelet ? kamelet : route, route);
    }

    /** Observes the object; leaves a copy of what is wanted as message body. */
    public final void observe(Exchange exchange) {
        Outcomes.begin(exchange);
        var begun = loop.begin(PassExchange.pass(exchange));
        exchange.setProperty(CONTEXT, begun.<Object>map(c -> c).orElse(Nothing.HERE));
        exchange.setProperty(SHOWN, PassExchange.object(exchange));
        exchange.setProperty(OPEN, begun.isPresent());
        var wanted = begun.flatMap(Context::wanted);
        exchange.setProperty(WANTED, wanted.isPresent());
        wanted.ifPresent(exchange.getMessage()::setBody);
    }

    /** Takes the result of the last step from the message body, and decides the next one. */
    public final void decide(Exchange exchange) {
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
        } catch (BranchMissing | UnfitWanted fault) {
            throw failure(exchange, fault.getMessage());
        }
        show(exchange, context.object());
    }

    /** A producer of the branch may have written the object, or a bean that took the call. */
    private static void written(Exchange exchange, Context<?> context) {
        var now = PassExchange.object(exchange);
        if (!same(now, exchange.getProperty(SHOWN))) {
            context.object(now);
        }
    }

    @SuppressWarnings("ReferenceEquality") // equal objects need no comparison of all they have
    private static boolean same(Object one, Object other) {
        return one == other;
    }

    private static void show(Exchange exchange, Map<String, Object> object) {
        PassExchange.object(exchange, object);
        exchange.setProperty(SHOWN, object);
    }

    /** The branch {@code claim} of capabilities that leave it to the core. */
    public final void claim(Exchange exchange) {
        claim(loop, exchange);
    }

    private <F> void claim(Loop<F> one, Exchange exchange) {
        exchange.getMessage().setBody(one.claim(this.<F>context(exchange)));
    }

    /** The branch {@code release} of capabilities that leave it to the core. */
    public final void release(Exchange exchange) {
        release(loop, exchange);
    }

    private <F> void release(Loop<F> one, Exchange exchange) {
        exchange.getMessage().setBody(one.release(this.<F>context(exchange)));
    }

    /** Writes down what became true, and tells the queue when to come again. */
    public final void record(Exchange exchange) {
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

    /** A step failed in a way that no decision foresaw: a missing right, a broken overlay. */
    public final void failed(Exchange exchange) {
        Outcomes.unforeseen(
                exchange,
                exchange.getProperty(OnlyBody.FAILED) == null
                        ? "a step of the operator"
                        : overlay.inUse(exchange),
                loop::failed);
    }

    /** The reconciliation that the exchange carries; empty for what is not to be cared for. */
    @SuppressWarnings("unchecked") // the route of a capability calls its own bean
    protected final <F> Optional<Context<F>> found(Exchange exchange) {
        var found = exchange.getProperty(CONTEXT);
        if (found == null) {
            throw failure(exchange, "lost what was observed, by taking away properties");
        }
        if (!(found instanceof Context<?> context)) {
            return Optional.empty();
        }
        if (!context.capability().equals(loop.declaration().name())) {
            throw failure(
                    exchange,
                    "calls bean '%s' within a reconciliation of '%s'"
                            .formatted(loop.declaration().name(), context.capability()));
        }
        return Optional.of((Context<F>) context);
    }

    private <F> Context<F> context(Exchange exchange) {
        return this.<F>found(exchange).orElseThrow();
    }

    private OverlayFailure failure(Exchange exchange, String what) {
        return OverlayFailure.of(exchange.getContext(), overlay, what);
    }
}
