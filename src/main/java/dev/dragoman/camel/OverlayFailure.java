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
     * Something that no step may do.
     *
     * @param place file, and line where that is known, for people
     * @param what what came of it; not empty
     */
    public static OverlayFailure of(String place, String what) {
        return new OverlayFailure(place, what, false);
    }

    /** As {@link #of(String, String)}, of a step that failed. */
    public static OverlayFailure thrown(String place, String what) {
        return new OverlayFailure(place, what, true);
    }

    /** File, and line where that is known. */
    public String place() {
        return place;
    }

    /** What came of it. */
    public String what() {
        return what;
    }

    /** Whether a step failed, which may have been for the object's sake. */
    public boolean isThrown() {
        return thrown;
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
