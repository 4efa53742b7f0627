package dev.dragoman.sandbox.controlplane;

import java.util.List;

/**
 * A program that is not there yet.
 *
 * @param program as it was asked for
 * @param forms the versions of it that will do, the best one first; at least one
 */
record Wanted(Program program, List<Program> forms) {
    Wanted {
        forms = List.copyOf(forms);
    }
}
