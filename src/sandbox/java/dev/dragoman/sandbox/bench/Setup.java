package dev.dragoman.sandbox.bench;

import dev.dragoman.sandbox.cli.OperatorProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How the scenarios run.
 *
 * @param quick small numbers, which show that each scenario works but say nothing about speed
 * @param mostObjects levels with more objects are skipped
 * @param jvm options of every measured JVM, including those of baselines
 * @param beside jar of another build of the operator, which {@code start} measures in turns with
 *     this one
 * @param progress gets lines about steps that take long
 */
record Setup(
        boolean quick,
        int mostObjects,
        List<String> jvm,
        Optional<Path> beside,
        Consumer<String> progress) {
    Setup {
        jvm = List.copyOf(jvm);
    }

    /** The same setup for the other build; empty if there is none. */
    Optional<Setup> ofOther() {
        return beside.map(
                jar -> {
                    var options = new ArrayList<>(jvm);
                    options.addAll(List.of(OperatorProcess.CLASS_PATH, jar.toString()));
                    return new Setup(quick, mostObjects, options, beside, progress);
                });
    }

    /** The first number, or the second for a quick run. */
    int count(int full, int small) {
        return quick ? small : full;
    }
}
