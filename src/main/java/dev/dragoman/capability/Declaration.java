package dev.dragoman.capability;

import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.status.StatusForm;
import java.util.Optional;

/**
 * The properties of a capability that are the same for all objects.
 *
 * @param name lower case; its route and its bean have this name, and metrics show it
 * @param finalizer the core sets it before the first step that changes something, and removes it
 *     when the reconciliation of a deleted object is done. Empty when the capability sets and
 *     removes finalizers in steps of its own, or needs none
 * @param action the field {@code action} of its Events, CamelCase
 * @param form where the state of an object is shown
 * @param lines lines of its routes
 * @param makes how objects are applied; empty when no line makes objects
 */
public record Declaration(
        String name,
        Optional<String> finalizer,
        String action,
        StatusForm form,
        CapabilityLines lines,
        Optional<Makes> makes) {
    public Declaration {
        lines = finalizer.map(lines::holding).orElse(lines);
    }

    /** For a capability without lines that make objects. */
    public Declaration(
            String name,
            Optional<String> finalizer,
            String action,
            StatusForm form,
            CapabilityLines lines) {
        this(name, finalizer, action, form, lines, Optional.empty());
    }

    /** For a capability that has only the core's steps. */
    public Declaration(String name, Optional<String> finalizer, String action, StatusForm form) {
        this(name, finalizer, action, form, CapabilityLines.of(name));
    }
}
