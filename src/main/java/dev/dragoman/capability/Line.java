package dev.dragoman.capability;

import java.util.List;

/**
 * A line of a capability's route, in which a step is done. Immutable.
 *
 * @param step name of the step
 * @param address where it is sent to, without options: {@code azure-arm:put}, {@code
 *     bean:azureSteps.claim}
 * @param above steps that must have a line above each line of this one
 * @param below steps that must have a line below each line of this one
 * @param follows steps whose lines, if there are any, stand above each line of this one
 * @param required whether the route is refused without it
 * @param makes what becomes of it
 */
public record Line(
        String step,
        String address,
        List<String> above,
        List<String> below,
        List<String> follows,
        boolean required,
        Makes makes) {
    /** What becomes of a line. */
    public enum Makes {
        /** It does something. */
        NOTHING,

        /** It says which objects are wanted. */
        OBJECTS,

        /** So it does, and these restrict what the lines make that need it above them. */
        RESTRICTIONS
    }

    public Line {
        above = List.copyOf(above);
        below = List.copyOf(below);
        follows = List.copyOf(follows);
    }

    /** A step whose line stands anywhere, or is left out. */
    public static Line of(String step, String address) {
        return new Line(step, address, List.of(), List.of(), List.of(), false, Makes.NOTHING);
    }

    /** A line that says which objects are wanted, before they are compared with what is there. */
    public static Line maker(String step, String address) {
        return new Line(
                step, address, List.of(), List.of("compare"), List.of(), false, Makes.OBJECTS);
    }

    /** The same, whose objects restrict what those make that need it above them. */
    public Line restricting() {
        return new Line(step, address, above, below, follows, required, Makes.RESTRICTIONS);
    }

    /** The same, whose objects restrict nothing any more: others do. */
    Line replaced() {
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

    /** Whether what it makes restricts what lines make that need it above them. */
    public boolean restricts() {
        return makes == Makes.RESTRICTIONS;
    }

    /** The same, which cannot be done without these above it. */
    public Line after(String... steps) {
        return new Line(step, address, List.of(steps), below, follows, required, makes);
    }

    /** The same, whose end is not known without these below it. */
    public Line before(String... steps) {
        return new Line(step, address, above, List.of(steps), follows, required, makes);
    }

    /** The same, below these where they are not left out. */
    public Line follows(String... steps) {
        return new Line(step, address, above, below, List.of(steps), required, makes);
    }

    /** The same, which no route may leave out. */
    public Line always() {
        return new Line(step, address, above, below, follows, true, makes);
    }
}
