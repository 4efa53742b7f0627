package dev.dragoman.camel.point;

import dev.dragoman.camel.Deadline;
import dev.dragoman.camel.FailedStep;
import dev.dragoman.camel.OwnState;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/**
 * Checks before each step of a route whether the time limit of the point's run, or of the
 * reconciliation, has passed. A Camel loop does not check that itself. Refuses a loop with too many
 * rounds. Also records in a point's run which step begins and ends.
 */
public final class EndlessSteps implements InterceptStrategy {
    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode definition, Processor target, Processor next) {
        var rounds = LoopRounds.of(context, definition);
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                var run = OwnState.get(exchange, PointRun.class).orElse(null);
                if (run == null ? isOver(exchange) : isOver(run)) {
                    exchange.setException(
                            new InterruptedException("the time limit of the steps has passed"));
                    callback.done(true);
                    return true;
                }
                var refusal = rounds.flatMap(each -> each.refusal(exchange));
                if (refusal.isPresent()) {
                    exchange.setException(new IllegalArgumentException(refusal.get()));
                    if (run != null) {
                        run.begin(definition);
                        run.end(definition, exchange, exchange.getMessage().getBody());
                    }
                    callback.done(true);
                    return true;
                }
                if (run == null) {
                    return super.process(
                            exchange,
                            sync -> {
                                FailedStep.note(exchange, definition);
                                handled(exchange);
                                callback.done(sync);
                            });
                }
                run.begin(definition);
                var before = exchange.getMessage().getBody();
                return super.process(
                        exchange,
                        sync -> {
                            run.end(definition, exchange, before);
                            callback.done(sync);
                        });
            }
        };
    }

    /**
     * Whether the run must end. Checks the interrupt and the run's own mark, because after a delay
     * the steps run in a thread that is not interrupted.
     */
    private static boolean isOver(PointRun run) {
        return run.expired() || Thread.currentThread().isInterrupted();
    }

    /**
     * Clears the interrupt that has ended the step. A step that waits, for example for the API
     * server, sets the interrupt again and fails.
     */
    private static void handled(Exchange exchange) {
        if (exchange.getException() != null) {
            var _ = Thread.interrupted();
        }
    }

    /**
     * Whether the step must not run. An interrupt ends only one step, so that steps which handle
     * failures can still run. After the deadline no step runs and the route stops, so that such a
     * handler cannot run for ever.
     */
    private static boolean isOver(Exchange exchange) {
        if (Deadline.isOver(exchange)) {
            exchange.setRouteStop(true);
            return true;
        }
        return Thread.interrupted();
    }
}
