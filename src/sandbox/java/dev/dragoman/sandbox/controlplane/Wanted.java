package dev.dragoman.sandbox.controlplane;

import java.util.List;

/**
 * A program that must be fetched or built.
 *
 * @param program as requested
 * @param forms the usable versions of the program, the best first; at least one
 */
record Wanted(Program program, List<Program> forms) {
    Wanted {
        forms = List.copyOf(forms);
    }
}
