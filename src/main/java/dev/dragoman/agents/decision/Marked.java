package dev.dragoman.agents.decision;

import java.util.Optional;

/**
 * What came of marking pods.
 *
 * @param pods how many were written
 * @param refused why another was not, where asking again is of no use; empty when none was refused
 */
public record Marked(int pods, Optional<String> refused) {}
