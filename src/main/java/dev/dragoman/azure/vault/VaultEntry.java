package dev.dragoman.azure.vault;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * An entry of a Key Vault as it is wanted. Immutable.
 *
 * @param name name in the vault
 * @param value the secret value
 * @param contentType content type
 * @param tags all tags
 * @param notBefore time before which the value is not to be used, in whole seconds; or empty
 * @param expires time after which the value is not to be used, in whole seconds; or empty
 */
public record VaultEntry(
        String name,
        String value,
        String contentType,
        Map<String, String> tags,
        Optional<Instant> notBefore,
        Optional<Instant> expires) {
    public VaultEntry {
        tags = Map.copyOf(tags);
    }

    /** Without the value. */
    @Override
    public String toString() {
        return "VaultEntry[%s]".formatted(name);
    }
}
