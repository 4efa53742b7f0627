package dev.dragoman.azure.vault;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An entry of a Key Vault as it is wanted. Immutable.
 *
 * @param name name in the vault
 * @param value the secret value
 * @param contentType content type
 * @param tags the operator's tags; others may add more
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
    /** Maximum number of tags of an entry. */
    private static final int MOST_TAGS = 15;

    public VaultEntry {
        tags = Map.copyOf(tags);
    }

    /** A copy that keeps the tags of others which the entry has now, as far as there is room. */
    VaultEntry keeping(Map<String, String> present) {
        var all = new TreeMap<>(tags);
        new TreeMap<>(present)
                .forEach(
                        (name, value) -> {
                            if (all.size() < MOST_TAGS) {
                                all.putIfAbsent(name, value);
                            }
                        });
        return new VaultEntry(name, value, contentType, all, notBefore, expires);
    }

    /** Without the value. */
    @Override
    public String toString() {
        return "VaultEntry[%s]".formatted(name);
    }
}
