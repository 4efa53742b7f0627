package dev.dragoman.capability;

import java.util.List;

/**
 * A line of a capability's route, in which a step is done. Its options are those of the shipped
 * route: a route of a team has the line with the same options, as the step relies on them.
 * Immutable.
 *
 * @param step name of the step
 * @param address endpoint of the line, without options: {@code azure-arm:put}, {@code
 *     bean:azureSteps.claim}
 * @param above steps that must have a line above each line of this one
 * @param below steps that must have a line below each line of this one
 * @param follows steps whose lines, if there are any, stand above each line of this one
 * @param required whether a route without it is refused
 * @param makes whether it makes objects
 */
public record Line(
        String step,
        String address,
        List<String> above,
        List<String> below,
        List<String> follows,
        boolean required,
        Makes makes) {
    /** Whether a line makes objects. */
    public enum Makes {
        /** It makes none, and does something else. */
        NOTHING,

        /** It says which objects are wanted. */
        OBJECTS,

        /**
         * As {@link #OBJECTS}; these restrict the objects of the lines that need this line above
         * them.
         */
        RESTRICTIONS
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
     * A line that says which objects are wanted. It stands above the comparison with what exists.
     */
    public static Line maker(String step, String address) {
        return new Line(
                step, address, List.of(), List.of("compare"), List.of(), false, Makes.OBJECTS);
    }

    /** The same, with objects that restrict those of the lines that need this line above them. */
    public Line restricting() {
        return new Line(step, address, above, below, follows, required, Makes.RESTRICTIONS);
    }

    /** The same, with objects that restrict nothing, because others do. */
    public Line replaced() {
        return new Line(
                step,
                address,
                above,
                below,
                follows,
                required,
                restricts() ? Makes.OBJECTS : makes);
    }

    /** Whether it says which objects are wanted. */
    public boolean isMaker() {
        return makes != Makes.NOTHING;
    }

    /** Whether its objects restrict those of the lines that need this line above them. */
    public boolean restricts() {
        return makes == Makes.RESTRICTIONS;
    }

    /** The same, which needs lines of these steps above it. */
    public Line after(String... steps) {
        return new Line(step, address, List.of(steps), below, follows, required, makes);
    }

    /** The same, which needs lines of these steps below it. */
    public Line before(String... steps) {
        return new Line(step, address, above, List.of(steps), follows, required, makes);
    }

    /** The same, below the lines of these steps where there are any. */
    public Line follows(String... steps) {
        return new Line(step, address, above, below, List.of(steps), required, makes);
    }

    /** The same, which no route may leave out. */
    public Line always() {
        return new Line(step, address, above, below, follows, true, makes);
    }
}
