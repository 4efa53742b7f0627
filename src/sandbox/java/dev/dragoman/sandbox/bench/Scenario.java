package dev.dragoman.sandbox.bench;

import java.util.List;

/** One question about what the operator costs. Starts all that it needs, and ends it. */
interface Scenario {
    /** What a user types to run it. */
    String name();

    /** One line for the help: what is measured, and beside which baseline. */
    String question();

    /**
     * Measures.
     *
     * @return the figures, in the order in which a reader wants them
     * @throws BenchFailed when something did not happen, such as an object that never was Ready
     */
    List<Result> run(Setup setup);
}
