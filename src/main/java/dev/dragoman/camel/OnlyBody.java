package dev.dragoman.camel;

import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;

/**
 * Takes the body from the copy of the exchange that an overlay's step has worked on, and nothing
 * else: a {@code stop} there, properties and headers change nothing for the route. A failure of the
 * step is the route's, also one that the step declared handled: what it left is half done. For
 * {@code multicast} with one branch, as the bean {@link #BEAN}. Thread-safe.
 */
public final class OnlyBody implements AggregationStrategy {
    /** Name under which routes find it. */
    public static final String BEAN = "onlyBody";

    /** Set on an exchange whose failure comes from an overlay's step. */
    public static final String FAILED = "dragoman.onlyBody.failed";

    @Override
    public Exchange aggregate(Exchange before, Exchange worked) {
        throw new IllegalStateException(BEAN + " is for a multicast with one branch");
    }

    @Override
    public Exchange aggregate(Exchange before, Exchange worked, Exchange input) {
        if (before != null) {
            return aggregate(before, worked);
        }
        var failure = failure(worked);
        if (failure == null) {
            input.getMessage().setBody(worked.getMessage().getBody());
        } else {
            input.setProperty(FAILED, true);
            input.setException(failure);
        }
        return input;
    }

    private static Exception failure(Exchange worked) {
        if (worked.getException() != null) {
            return worked.getException();
        }
        var extension = worked.getExchangeExtension();
        boolean handled = extension.isErrorHandlerHandledSet() && extension.isErrorHandlerHandled();
        if (handled && worked.getProperty(Exchange.EXCEPTION_CAUGHT) instanceof Exception caught) {
            return caught;
        }
        return handled || worked.isRollbackOnly() || worked.isRollbackOnlyLast()
                ? new IllegalStateException("the step ended early, by an error handler or rollback")
                : null;
    }
}
