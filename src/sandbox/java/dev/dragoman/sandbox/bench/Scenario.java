package dev.dragoman.sandbox.bench;

import java.util.List;

/**
 * A measurement of one cost of the operator. A scenario starts all processes that it needs, and
 * stops them.
 */
interface Scenario {
    /** The name on the command line. */
    String name();

    /** Text for the user: what is measured, and with which baseline it is compared. */
    String question();

    /**
     * Runs the measurement.
     *
     * @return the figures, in the order in which they are printed
     * @throws BenchFailed when something could not be measured, such as an object that was never
     *     Ready
     */
    List<Result> run(Setup setup);
}
