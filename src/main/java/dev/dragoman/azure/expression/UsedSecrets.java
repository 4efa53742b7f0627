package dev.dragoman.azure.expression;

import java.util.Set;

/**
 * What an expression reads of {@code secret}.
 *
 * @param all whether it uses the map as a whole, or by a key that is not written down
 * @param names keys that are written down
 */
public record UsedSecrets(boolean all, Set<String> names) {
    /** Whether a value of it may be, or show, a secret. */
    public boolean any() {
        return all || !names.isEmpty();
    }
}
