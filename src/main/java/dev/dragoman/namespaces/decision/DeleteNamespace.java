package dev.dragoman.namespaces.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.capability.Step;
import java.util.Optional;

/**
 * Delete a namespace that was given out.
 *
 * @param namespace its name
 * @param reason why, for the log
 */
public record DeleteNamespace(String namespace, String reason) implements Step {
    @Override
    public Optional<Before> before() {
        return Optional.of(Before.delete(namespace));
    }
}
