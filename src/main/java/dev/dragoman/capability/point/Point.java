package dev.dragoman.capability.point;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The extension points, at which a platform team's own steps run. A capability has the points whose
 * lines are in its route.
 */
public enum Point {
    /**
     * Between the lines that make objects: the steps may add objects. They run often, so they must
     * not have effects outside.
     */
    OBJECTS(false, true),
    /**
     * When it is known what is wanted: the steps may change what is wanted. They run often, so they
     * must not have effects outside.
     */
    DESIRED(true, true),
    /** Before something is created outside, and before the object is claimed. */
    BEFORE_CREATE(true, false),
    /** Before a request that changes something outside. */
    BEFORE_CHANGE(true, false),
    /** Before a certificate is signed: the steps may have another CA sign it. */
    SIGN(true, false),
    /** Before a request that deletes something outside. */
    BEFORE_DELETE(true, false),
    /**
     * Before the object shows Ready=True, until the steps have succeeded once for the outside id.
     */
    AFTER_CREATE(false, false),
    /**
     * Before Secrets and ConfigMaps are written for the user: the steps may add keys, labels and
     * annotations.
     */
    EXPORTED(false, true),
    /** Before the object shows another Ready, reason or outside id. */
    TRANSITION(false, false);

    private final boolean judges;
    private final boolean changes;

    Point(boolean judges, boolean changes) {
        this.judges = judges;
        this.changes = changes;
    }

    /** The point's name in files and routes, such as {@code before-create}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The point of an id such as {@code azure-before-create}; empty when the id does not end with a
     * point. The capability's name may contain hyphens too.
     */
    public static Optional<Point> ofId(String id) {
        return Arrays.stream(values()).filter(each -> id.endsWith("-" + each.text())).findFirst();
    }

    /**
     * What the names of files begin with whose steps run at the point of this id: the id, a name
     * for both points before a request, or the point alone, for all capabilities.
     */
    public static List<String> files(String id) {
        var point = ofId(id);
        if (point.filter(each -> each == BEFORE_CREATE || each == BEFORE_CHANGE).isPresent()) {
            return List.of(id, id.substring(0, id.lastIndexOf('-')) + "-send");
        }
        boolean shared = point.filter(Point::isShared).isPresent();
        return shared ? List.of(id, point.get().text()) : List.of(id);
    }

    /** Whether one file may add steps for all capabilities: what is wanted is no matter there. */
    public boolean isShared() {
        return this == BEFORE_DELETE || acts();
    }

    /** Whether the point's steps may give a verdict: refuse or hold. */
    public boolean judges() {
        return judges;
    }

    /**
     * Whether the point's steps may change what is applied: the message body, or the list of
     * objects.
     */
    public boolean changes() {
        return changes;
    }

    /** Whether the point's steps may send https requests. */
    public boolean asks() {
        return this == BEFORE_CREATE || this == BEFORE_CHANGE || this == SIGN || acts();
    }

    /** Whether the point's steps may have effects outside. */
    public boolean acts() {
        return this == AFTER_CREATE || this == TRANSITION;
    }
}
