package dev.dragoman.azure.decision;

import java.util.List;
import java.util.Optional;

/**
 * What became of the entries of Key Vaults in one step. Immutable.
 *
 * @param entries the entries that the object has now, each as {@code HOST/NAME}
 * @param problem the first problem; empty when all is as it is wanted
 */
public record StoreResult(List<String> entries, Optional<Problem> problem) {
    public StoreResult {
        entries = List.copyOf(entries);
    }
}
