package dev.dragoman.capability;

import dev.dragoman.capability.object.Makes;
import dev.dragoman.capability.status.StatusForm;
import java.util.Optional;

/**
 * The name and the means of a capability.
 *
 * @param name name of its route and its bean, also in metrics; lower case
 * @param finalizer set by the core before the first step that changes something, and removed when
 *     the reconciliation of a deleted object is done; empty where the capability has steps for it
 * @param action action of its Events, CamelCase
 * @param form where the state of an object is shown
 * @param lines lines of its routes
 * @param makes how it makes objects; empty where no line makes objects
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

    /** For a capability with the core's steps alone. */
    public Declaration(String name, Optional<String> finalizer, String action, StatusForm form) {
        this(name, finalizer, action, form, CapabilityLines.of(name));
    }
}
