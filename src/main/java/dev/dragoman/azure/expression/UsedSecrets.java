package dev.dragoman.azure.expression;

import java.util.Set;

/**
 * Which keys of the variable {@code secret} an expression reads.
 *
 * @param all whether the expression uses the map as a whole, or a key that is no literal
 * @param names keys that the expression names as literals
 */
public record UsedSecrets(boolean all, Set<String> names) {
    /** Whether the expression reads a secret, so that its result may contain one. */
    public boolean any() {
        return all || !names.isEmpty();
    }
}
