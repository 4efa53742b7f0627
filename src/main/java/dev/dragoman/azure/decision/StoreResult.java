package dev.dragoman.azure.decision;

import java.util.List;
import java.util.Optional;

/**
 * Result of a step that writes or deletes entries of Key Vaults. Immutable.
 *
 * @param entries the entries that the object has now, each as {@code HOST/NAME}
 * @param problem the first problem; empty if all entries are as the object asks
 * @param unread the answer of the Key Vault, if the problem is that an entry could not be read
 * @param waits whether the problem passes by itself within seconds
 * @param repaired entries that somebody else had changed, and that were written again
 */
public record StoreResult(
        List<String> entries,
        Optional<Problem> problem,
        Optional<Answer> unread,
        boolean waits,
        List<String> repaired) {
    public StoreResult {
        entries = List.copyOf(entries);
        repaired = List.copyOf(repaired);
    }

    /** A result in which every vault has answered. */
    public StoreResult(List<String> entries, Optional<Problem> problem) {
        this(entries, problem, Optional.empty(), false, List.of());
    }
}
