package dev.dragoman.sandbox.bench;

import java.util.List;
import java.util.function.Consumer;

/**
 * How the scenarios run.
 *
 * @param quick small numbers: shows that everything works, says nothing about speed
 * @param mostObjects stages with more objects are left out
 * @param jvm options of every measured JVM, the baselines' included
 * @param progress is told what takes long
 */
record Setup(boolean quick, int mostObjects, List<String> jvm, Consumer<String> progress) {
    Setup {
        jvm = List.copyOf(jvm);
    }

    /** The first number, or the second where numbers are to be small. */
    int count(int full, int small) {
        return quick ? small : full;
    }
}
