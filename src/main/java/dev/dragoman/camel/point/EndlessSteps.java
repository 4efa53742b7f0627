package dev.dragoman.camel.point;

import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/**
 * Checks before each step whether the time of the run is over, since a Camel loop does not check
 * it, and records in the run which step is reached.
 */
public final class EndlessSteps implements InterceptStrategy {
    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode definition, Processor target, Processor next) {
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                var run = exchange.getProperty(PointRun.RUN, PointRun.class);
                if (run == null) {
                    return super.process(exchange, callback);
                }
                // after a delay the steps go on in another thread, which is not interrupted
                if (run.expired() || Thread.currentThread().isInterrupted()) {
                    exchange.setException(
                            new InterruptedException("the time of the steps is over"));
                    callback.done(true);
                    return true;
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
}
