package dev.dragoman.camel;

import org.apache.camel.CamelContext;

/**
 * Thrown when a platform team's file fails, or leaves the exchange in a state with which the
 * reconciliation cannot continue. The message names the file and contains no value of the exchange.
 */
public final class OverlayFailure extends RuntimeException {
    /** Reason of the condition and of the Event. */
    public static final String REASON = "OverlayFailed";

    private static final long serialVersionUID = 1L;

    private static final String CORRECT = "Correct or remove the file, and restart the operator";

    /** For failures whose cause may be outside the file, such as a service that does not answer. */
    private static final String AGAIN =
            "The operator tries again. If the file is wrong, correct it and restart the operator";

    private final String place;
    private final String what;
    private final boolean thrown;

    private OverlayFailure(String place, String what, boolean thrown, boolean heals) {
        super("%s %s. %s".formatted(place, what, heals ? AGAIN : CORRECT), null, false, false);
        this.place = place;
        this.what = what;
        this.thrown = thrown;
    }

    /**
     * Creates the failure of a step that did what it may not do.
     *
     * @param place the file, and the line if it is known, as text for messages
     * @param what what the file does wrong, as the predicate of a sentence; not empty
     */
    public static OverlayFailure of(String place, String what) {
        return new OverlayFailure(place, what, false, false);
    }

    /**
     * Creates the failure of a step that threw an exception. The parameters are those of {@link
     * #of(String, String)}.
     */
    public static OverlayFailure thrown(String place, String what) {
        return new OverlayFailure(place, what, true, true);
    }

    /**
     * Creates the failure of steps that need something that the cluster may get later. The
     * parameters are those of {@link #of(String, String)}.
     */
    public static OverlayFailure healing(String place, String what) {
        return new OverlayFailure(place, what, false, true);
    }

    /** The file, and the line if it is known. */
    public String place() {
        return place;
    }

    /** What the file does wrong, as the predicate of a sentence. */
    public String what() {
        return what;
    }

    /** Whether a step threw an exception. If so, the cause may be the object and not the file. */
    public boolean isThrown() {
        return thrown;
    }

    /**
     * Creates the failure of a route file.
     *
     * @param context context of the running operator
     * @param route name of the built-in file; the message names the overlay that replaces this
     *     file, if there is one
     * @param what as in {@link #of(String, String)}
     */
    public static OverlayFailure of(CamelContext context, String route, String what) {
        return of(inUse(context, route), what);
    }

    private static String inUse(CamelContext context, String route) {
        var overlays = context.getRegistry().lookupByNameAndType(Overlays.BEAN, Overlays.class);
        return overlays == null ? route : overlays.inUse(route);
    }
}
