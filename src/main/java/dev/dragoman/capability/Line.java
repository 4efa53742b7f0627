package dev.dragoman.capability;

import dev.dragoman.capability.point.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A line of a capability's route, which does one step. In a team's route, the line must have the
 * same options as in the shipped route, because the step relies on them. Immutable.
 *
 * @param step name of the step
 * @param address endpoint of the line, without options: {@code azure-arm:put}, {@code
 *     bean:azureSteps.claim}
 * @param above steps that must have a line above each line of {@code step}
 * @param below steps that must have a line below each line of {@code step}
 * @param follows steps whose lines, if the route has any, must stand above each line of {@code
 *     step}
 * @param required whether a route without this line is refused
 * @param makes whether this line makes objects, and whether these restrict other objects
 */
public record Line(
        String step,
        String address,
        List<String> above,
        List<String> below,
        List<String> follows,
        boolean required,
        Makes makes) {
    /** Whether a line makes objects, and whether these restrict other objects. */
    public enum Makes {
        /** The line makes no objects. */
        NOTHING,

        /** The line says which objects are wanted. */
        OBJECTS,

        /**
         * The line says which objects are wanted. They restrict the objects of the lines that name
         * this line in {@link Line#above}.
         */
        RESTRICTIONS,

        /**
         * The line says which objects are wanted. The lines that name this line in {@link
         * Line#above} read them, so they are deleted after the objects of those lines.
         */
        VALUES
    }

    public Line {
        above = List.copyOf(above);
        below = List.copyOf(below);
        follows = List.copyOf(follows);
    }

    /** A step whose line may stand anywhere or be left out. */
    public static Line of(String step, String address) {
        return new Line(step, address, List.of(), List.of(), List.of(), false, Makes.NOTHING);
    }

    /**
     * A line that says which objects are wanted. It must have the line {@code compare} below it.
     */
    public static Line maker(String step, String address) {
        return new Line(
                step, address, List.of(), List.of("compare"), List.of(), false, Makes.OBJECTS);
    }

    /** A copy with {@link Makes#RESTRICTIONS}. */
    public Line restricting() {
        return making(Makes.RESTRICTIONS);
    }

    /** A copy with {@link Makes#VALUES}. */
    public Line read() {
        return making(Makes.VALUES);
    }

    /**
     * A copy for a route in which a team's objects restrict instead: {@link Makes#RESTRICTIONS}
     * becomes {@link Makes#OBJECTS}.
     */
    public Line replaced() {
        return making(restricts() ? Makes.OBJECTS : makes);
    }

    private Line making(Makes other) {
        return new Line(step, address, above, below, follows, required, other);
    }

    /** Whether the line says which objects are wanted. */
    public boolean isMaker() {
        return makes != Makes.NOTHING;
    }

    /** Whether the line has {@link Makes#RESTRICTIONS}. */
    public boolean restricts() {
        return makes == Makes.RESTRICTIONS;
    }

    /** A copy that must have lines of these steps above it. */
    public Line after(String... steps) {
        return new Line(step, address, List.of(steps), below, follows, required, makes);
    }

    /** A copy that must have lines of these steps below it. */
    public Line before(String... steps) {
        return new Line(step, address, above, List.of(steps), follows, required, makes);
    }

    /** A copy that must stand below the lines of these steps, where the route has any. */
    public Line follows(String... steps) {
        return new Line(step, address, above, below, List.of(steps), required, makes);
    }

    /** A copy that must also stand below the points at which teams refuse what it does. */
    public Line gated() {
        var all = new ArrayList<>(follows);
        Stream.of(Point.DESIRED, Point.BEFORE_CREATE, Point.BEFORE_CHANGE, Point.BEFORE_DELETE)
                .map(Point::text)
                .filter(each -> !all.contains(each))
                .forEach(all::add);
        return new Line(step, address, above, below, all, required, makes);
    }

    /** A copy that no route may leave out. */
    public Line always() {
        return new Line(step, address, above, below, follows, true, makes);
    }
}
