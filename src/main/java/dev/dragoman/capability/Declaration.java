package dev.dragoman.capability;

import java.util.Optional;

/**
 * What a capability says of itself.
 *
 * @param name of its route, of its bean, and in metrics: lower case
 * @param finalizer that the core sets before the first step that changes something, and takes away
 *     when a deleted object's reconciliation is done; empty where the capability has steps for it
 * @param action what Events say that was being done, CamelCase
 * @param form where the state of an object is shown
 * @param lines of its routes
 */
public record Declaration(
        String name,
        Optional<String> finalizer,
        String action,
        StatusForm form,
        CapabilityLines lines) {

    /** Of a capability whose steps are the core's alone. */
    public Declaration(String name, Optional<String> finalizer, String action, StatusForm form) {
        this(name, finalizer, action, form, CapabilityLines.of(name));
    }
}
