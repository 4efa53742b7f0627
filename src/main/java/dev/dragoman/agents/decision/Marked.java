package dev.dragoman.agents.decision;

import java.util.Optional;

/**
 * Result of marking pods.
 *
 * @param pods how many pods were written
 * @param refused why the API server refused to write a pod; empty when it refused none
 */
public record Marked(int pods, Optional<String> refused) {}
