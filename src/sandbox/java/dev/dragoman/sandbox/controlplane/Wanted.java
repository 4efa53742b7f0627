package dev.dragoman.sandbox.controlplane;

import java.util.List;

/**
 * A program that must be fetched or built.
 *
 * @param program as requested
 * @param forms the versions of it that are usable, the best first; at least one
 */
record Wanted(Program program, List<Program> forms) {
    Wanted {
        forms = List.copyOf(forms);
    }
}
