package dev.dragoman.capability;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a platform team's own steps come in. The same for every capability. */
public enum Point {
    /** Objects are added to those that lines of the route make. Runs often, like the next. */
    OBJECTS(false, true),
    /** What is wanted may be changed. Runs often, so without effects outside. */
    DESIRED(true, true),
    /** Before something is made that is not there, and before anything is claimed. */
    BEFORE_CREATE(true, false),
    /** Before a request that changes what is there. */
    BEFORE_CHANGE(true, false),
    /** Before something is signed: somebody else may do that. */
    SIGN(true, false),
    /** Before a request that deletes. */
    BEFORE_DELETE(true, false),
    /** When the outside is finished, until it succeeded once for this outside id. */
    AFTER_CREATE(false, false),
    /** Before Secrets and ConfigMaps are written. */
    EXPORTED(false, true),
    /** Before another state is shown. */
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
     * The point that a name such as {@code azure-before-create} is about; empty when it is none.
     * Names of capabilities may have hyphens.
     */
    public static Optional<Point> ofId(String id) {
        return Arrays.stream(values()).filter(each -> id.endsWith("-" + each.text())).findFirst();
    }

    /** Whether steps there may refuse or hold. */
    public boolean judges() {
        return judges;
    }

    /** Whether the message body comes back. */
    public boolean changes() {
        return changes;
    }

    /** Whether steps there may ask somebody by https. */
    public boolean asks() {
        return this == BEFORE_CREATE || this == BEFORE_CHANGE || this == SIGN || acts();
    }

    /** Whether steps there may have effects outside. */
    public boolean acts() {
        return this == AFTER_CREATE || this == TRANSITION;
    }
}
