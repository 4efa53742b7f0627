package dev.dragoman.agents.decision;

import java.util.Optional;

/**
 * Result of marking pods.
 *
 * @param pods how many pods were written
 * @param refused why another pod was refused, where a retry is of no use; empty when none was
 */
public record Marked(int pods, Optional<String> refused) {}
