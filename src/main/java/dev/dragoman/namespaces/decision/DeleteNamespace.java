package dev.dragoman.namespaces.decision;

import dev.dragoman.capability.Before;
import dev.dragoman.capability.Step;
import java.util.Optional;

/**
 * Delete a namespace that was given out.
 *
 * @param name of the namespace
 * @param reason why, for the log
 */
public record DeleteNamespace(String name, String reason) implements Step {
    @Override
    public Optional<Before> before() {
        return Optional.of(Before.delete(name));
    }
}
