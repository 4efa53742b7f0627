package dev.dragoman.camel;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;

/**
 * A platform team's file left an exchange in a state with which a pass cannot go on. The message
 * names the file and holds no value of the exchange.
 */
public final class OverlayFailure extends RuntimeException {
    /** Reason of the condition and of the Event. */
    public static final String REASON = "OverlayFailed";

    private static final long serialVersionUID = 1L;

    private OverlayFailure(String message) {
        super(message, null, false, false);
    }

    /**
     * @param context of the running operator
     * @param step the kamelet that a route calls, then the route that calls it, as file names
     * @param what what came of it; not empty
     */
    public static OverlayFailure of(CamelContext context, Step step, String what) {
        return new OverlayFailure(
                "%s %s. Correct the file, or take it away, and restart the operator"
                        .formatted(step.inUse(context), what));
    }

    /**
     * Where an overlay may have its say.
     *
     * @param kamelet file name of the kamelet
     * @param route file name of the route that calls it
     */
    public record Step(String kamelet, String route) {
        /** What runs there: overlays, or the built-in kamelet. */
        public String inUse(CamelContext context) {
            var overlays = context.getRegistry().lookupByNameAndType(Overlays.BEAN, Overlays.class);
            return overlays == null ? kamelet : overlays.inUse(kamelet, route);
        }

        /** The same. */
        public String inUse(Exchange exchange) {
            return inUse(exchange.getContext());
        }
    }
}
