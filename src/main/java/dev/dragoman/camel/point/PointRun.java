package dev.dragoman.camel.point;

import dev.dragoman.capability.PointStep;
import dev.dragoman.capability.Verdict;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Exchange;

/**
 * One run of an extension point, known to the copies of the exchange that its steps work on.
 * Thread-safe.
 */
public final class PointRun {
    /** Property of the route's exchange: the point that is to run. */
    public static final String STEP = "dragoman.point";

    /** Property of the copies. */
    static final String RUN = "dragoman.point.run";

    private final PointStep step;
    private final AtomicReference<Verdict> verdict = new AtomicReference<>();
    private final AtomicBoolean twice = new AtomicBoolean();

    PointRun(PointStep step) {
        this.step = step;
    }

    /**
     * The run that the exchange belongs to.
     *
     * @param bean who asks, for the message
     * @throws IllegalStateException outside of an extension point
     */
    static PointRun of(Exchange exchange, String bean) {
        var run = exchange.getProperty(RUN, PointRun.class);
        if (run == null) {
            throw new IllegalStateException(
                    "bean '%s' works in files POINT.NAME.steps.yaml and kamelets of a point alone"
                            .formatted(bean));
        }
        return run;
    }

    PointStep step() {
        return step;
    }

    /** Ends the point; a second verdict is a mistake that {@link #contradicted} tells. */
    void judge(Verdict now, Exchange exchange) {
        if (!verdict.compareAndSet(null, now)) {
            twice.set(true);
        }
        exchange.setRouteStop(true);
    }

    Optional<Verdict> verdict() {
        return Optional.ofNullable(verdict.get());
    }

    boolean contradicted() {
        return twice.get();
    }
}
