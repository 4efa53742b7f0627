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
 */
public record Line(
        String step,
        String address,
        List<String> above,
        List<String> below,
        List<String> follows,
        boolean required) {
    public Line {
        above = List.copyOf(above);
        below = List.copyOf(below);
        follows = List.copyOf(follows);
    }

    /** A step whose line stands anywhere, or is left out. */
    public static Line of(String step, String address) {
        return new Line(step, address, List.of(), List.of(), List.of(), false);
    }

    /** The same, which cannot be done without these above it. */
    public Line after(String... steps) {
        return new Line(step, address, List.of(steps), below, follows, required);
    }

    /** The same, whose end is not known without these below it. */
    public Line before(String... steps) {
        return new Line(step, address, above, List.of(steps), follows, required);
    }

    /** The same, below these where they are not left out. */
    public Line follows(String... steps) {
        return new Line(step, address, above, below, List.of(steps), required);
    }

    /** The same, which no route may leave out. */
    public Line always() {
        return new Line(step, address, above, below, follows, true);
    }
}
