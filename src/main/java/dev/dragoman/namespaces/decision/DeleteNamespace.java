package dev.dragoman.namespaces.decision;

import dev.dragoman.capability.Step;
import dev.dragoman.capability.point.Before;
import java.util.Optional;

/**
 * Delete a vended namespace.
 *
 * @param namespace name of the namespace
 * @param reason why it is deleted, for the log and for teams' steps
 */
public record DeleteNamespace(String namespace, String reason) implements Step {
    @Override
    public Optional<Before> before() {
        return Optional.of(Before.delete(namespace, reason));
    }
}
