package dev.dragoman.namespaces.decision;

import dev.dragoman.capability.Step;

/**
 * Delete a namespace that was given out.
 *
 * @param reason why, for the log
 */
public record DeleteNamespace(String reason) implements Step {}
