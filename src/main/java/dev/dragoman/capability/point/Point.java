package dev.dragoman.capability.point;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a platform team's own steps run. The points are the same for every capability. */
public enum Point {
    /**
     * Adds objects to those that lines of the route make. Runs often, so its steps must not have
     * effects outside.
     */
    OBJECTS(false, true),
    /** May change what is wanted. Runs often, so its steps must not have effects outside. */
    DESIRED(true, true),
    /** Before something is made outside, and before the object is claimed. */
    BEFORE_CREATE(true, false),
    /** Before a request that changes what is there. */
    BEFORE_CHANGE(true, false),
    /** Before something is signed: the steps may have it signed. */
    SIGN(true, false),
    /** Before a request that deletes. */
    BEFORE_DELETE(true, false),
    /**
     * When everything outside is finished, until the steps have succeeded once for the outside id.
     */
    AFTER_CREATE(false, false),
    /** Before Secrets and ConfigMaps are written. */
    EXPORTED(false, true),
    /** Before the object shows another state. */
    TRANSITION(false, false);

    private final boolean judges;
    private final boolean changes;

    Point(boolean judges, boolean changes) {
        this.judges = judges;
        this.changes = changes;
    }

    /** As files, routes and steps name it, such as {@code before-create}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The point in an id such as {@code azure-before-create}; empty when there is none. Names of
     * capabilities may have hyphens too.
     */
    public static Optional<Point> ofId(String id) {
        return Arrays.stream(values()).filter(each -> id.endsWith("-" + each.text())).findFirst();
    }

    /** Whether steps there may refuse or hold. */
    public boolean judges() {
        return judges;
    }

    /** Whether steps there may change the message body. */
    public boolean changes() {
        return changes;
    }

    /** Whether steps there may send https requests. */
    public boolean asks() {
        return this == BEFORE_CREATE || this == BEFORE_CHANGE || this == SIGN || acts();
    }

    /** Whether steps there may have effects outside. */
    public boolean acts() {
        return this == AFTER_CREATE || this == TRANSITION;
    }
}
