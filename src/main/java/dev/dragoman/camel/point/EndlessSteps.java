package dev.dragoman.camel.point;

import dev.dragoman.camel.Deadline;
import dev.dragoman.camel.OwnState;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/**
 * Checks before each step whether the time of the run or of the reconciliation is over, since a
 * Camel loop does not check it. Records in the run of a point which step is reached.
 */
public final class EndlessSteps implements InterceptStrategy {
    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode definition, Processor target, Processor next) {
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                var run = OwnState.get(exchange, PointRun.class).orElse(null);
                if (run == null ? isOver(exchange) : isOver(run)) {
                    exchange.setException(
                            new InterruptedException("the time of the steps is over"));
                    callback.done(true);
                    return true;
                }
                if (run == null) {
                    return super.process(exchange, callback);
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

    /** After a delay the steps go on in another thread, which is not interrupted. */
    private static boolean isOver(PointRun run) {
        return run.expired() || Thread.currentThread().isInterrupted();
    }

    /**
     * The interrupt ends one step, so that those which handle failures still run. Later no step
     * runs, and the route stops: a handler that goes on would otherwise go on for ever.
     */
    private static boolean isOver(Exchange exchange) {
        if (Deadline.isOver(exchange)) {
            exchange.setRouteStop(true);
            return true;
        }
        return Thread.interrupted();
    }
}
