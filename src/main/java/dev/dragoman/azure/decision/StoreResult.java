package dev.dragoman.azure.decision;

import java.util.List;
import java.util.Optional;

/**
 * What became of the entries of Key Vaults in one step. Immutable.
 *
 * @param entries the entries that the object has now, each as {@code HOST/NAME}
 * @param problem the first problem; empty when all is as it is wanted
 * @param unread the answer that the problem is about, if a vault did not say what an entry is
 * @param waits whether the problem passes by itself within seconds
 */
public record StoreResult(
        List<String> entries, Optional<Problem> problem, Optional<Answer> unread, boolean waits) {
    public StoreResult {
        entries = List.copyOf(entries);
    }

    /** A result in which every vault has answered. */
    public StoreResult(List<String> entries, Optional<Problem> problem) {
        this(entries, problem, Optional.empty(), false);
    }
}
