package dev.dragoman.camel;

import org.apache.camel.CamelContext;

/**
 * A platform team's file left an exchange in a state with which a reconciliation cannot go on. The
 * message names the file and holds no value of the exchange.
 */
public final class OverlayFailure extends RuntimeException {
    /** Reason of the condition and of the Event. */
    public static final String REASON = "OverlayFailed";

    private static final long serialVersionUID = 1L;

    private OverlayFailure(String message) {
        super(message, null, false, false);
    }

    /**
     * @param file what failed, for people
     * @param what what came of it; not empty
     */
    public static OverlayFailure of(String file, String what) {
        return new OverlayFailure(
                "%s %s. Correct the file, or take it away, and restart the operator"
                        .formatted(file, what));
    }

    /**
     * The same.
     *
     * @param context of the running operator
     * @param route file name of a route
     */
    public static OverlayFailure of(CamelContext context, String route, String what) {
        return of(inUse(context, route), what);
    }

    private static String inUse(CamelContext context, String route) {
        var overlays = context.getRegistry().lookupByNameAndType(Overlays.BEAN, Overlays.class);
        return overlays == null ? route : overlays.inUse(route);
    }
}
