package dev.dragoman.camel;

import org.apache.camel.CamelContext;

/**
 * A platform team's file left the exchange in a state with which the reconciliation cannot go on.
 * The message names the file and contains no value of the exchange.
 */
public final class OverlayFailure extends RuntimeException {
    /** Reason of the condition and of the Event. */
    public static final String REASON = "OverlayFailed";

    private static final long serialVersionUID = 1L;

    private final String place;
    private final String what;
    private final boolean thrown;

    private OverlayFailure(String place, String what, boolean thrown) {
        super(
                "%s %s. Correct the file, or take it away, and restart the operator"
                        .formatted(place, what),
                null,
                false,
                false);
        this.place = place;
        this.what = what;
        this.thrown = thrown;
    }

    /**
     * For a step that did something that it may not do.
     *
     * @param place file, and line where that is known, as text for messages
     * @param what what the file does wrong, as the predicate of a sentence; not empty
     */
    public static OverlayFailure of(String place, String what) {
        return new OverlayFailure(place, what, false);
    }

    /** As {@link #of(String, String)}, for a step that threw an exception. */
    public static OverlayFailure thrown(String place, String what) {
        return new OverlayFailure(place, what, true);
    }

    /** File, and line where that is known. */
    public String place() {
        return place;
    }

    /** What the file does wrong, as the predicate of a sentence. */
    public String what() {
        return what;
    }

    /** Whether a step threw an exception: the object may be its cause, and not the file. */
    public boolean isThrown() {
        return thrown;
    }

    /**
     * As {@link #of(String, String)}, for a route file.
     *
     * @param context context of the running operator
     * @param route name of the file; the message names the overlay that replaces it, if any
     */
    public static OverlayFailure of(CamelContext context, String route, String what) {
        return of(inUse(context, route), what);
    }

    private static String inUse(CamelContext context, String route) {
        var overlays = context.getRegistry().lookupByNameAndType(Overlays.BEAN, Overlays.class);
        return overlays == null ? route : overlays.inUse(route);
    }
}
