package dev.dragoman.camel.point;

import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/** Ends steps whose time is over at the next one: a loop does not notice by itself. */
public final class EndlessSteps implements InterceptStrategy {
    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode definition, Processor target, Processor next) {
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                if (exchange.getProperty(PointRun.RUN) != null
                        && Thread.currentThread().isInterrupted()) {
                    exchange.setException(new InterruptedException("its time is over"));
                    callback.done(true);
                    return true;
                }
                return super.process(exchange, callback);
            }
        };
    }
}
