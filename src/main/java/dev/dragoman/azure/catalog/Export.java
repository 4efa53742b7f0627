package dev.dragoman.azure.catalog;

import java.util.Optional;

/**
 * Something {@code operatorSpec} can export. The destination is {@code operatorSpec.<target>.<key>:
 * {name, key}}.
 *
 * @param target {@code secrets} or {@code configMaps}
 * @param key field below the target, as users write it
 * @param statusPath dotted path into the ARM GET body, or empty when an action must be called;
 *     {@code id.subscriptionId} is the subscription named in the {@code id}
 * @param action POST that returns the value, or empty
 */
public record Export(
        String target, String key, Optional<String> statusPath, Optional<Action> action) {
    /**
     * An ARM action.
     *
     * @param path relative to the resource id, for example {@code listKeys}
     * @param apiVersion fixed api-version of the action, not the object's
     * @param value path into the answer, as dotted segments with list indexes, for example {@code
     *     keys.0.value}
     */
    public record Action(String path, String apiVersion, String value) {}
}
