package dev.dragoman.sandbox.bench;

import java.util.List;
import java.util.function.Consumer;

/**
 * How the scenarios run.
 *
 * @param quick small numbers, which show that each scenario works but say nothing about speed
 * @param mostObjects levels with more objects are skipped
 * @param jvm options of every measured JVM, including those of baselines
 * @param progress gets lines about steps that take long
 */
record Setup(boolean quick, int mostObjects, List<String> jvm, Consumer<String> progress) {
    Setup {
        jvm = List.copyOf(jvm);
    }

    /** The first number, or the second for a quick run. */
    int count(int full, int small) {
        return quick ? small : full;
    }
}
