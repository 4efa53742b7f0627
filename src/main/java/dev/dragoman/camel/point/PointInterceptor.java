package dev.dragoman.camel.point;

import dev.dragoman.capability.point.PointResult;
import dev.dragoman.capability.point.PointStep;
import dev.dragoman.reconcile.Reconciliation;
import java.time.Duration;
import java.util.function.Supplier;

/** Stands between a route and the steps of its points, in a dry run. */
public interface PointInterceptor {
    /** Name in the registry. */
    String BEAN = "dragoman-point-interceptor";

    /** Time limit of a point's steps, in place of the point's own. */
    Duration limit();

    /**
     * The result of a point for its route.
     *
     * @param steps runs the steps; each call begins with the same message. Throws {@link
     *     dev.dragoman.camel.OverlayFailure} where they fail
     */
    PointResult run(Reconciliation reconciliation, PointStep step, Supplier<PointResult> steps);
}
