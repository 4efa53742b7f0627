package dev.dragoman.azure.vault;

import dev.dragoman.kube.object.Excerpt;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A value in a Key Vault, as a spec or a credential's Secret names it: {@code
 * keyvault://VAULT/NAME[/VERSION]}. Immutable.
 *
 * @param vault name of an object Vault, or name or host of a vault in Azure
 * @param name name of the entry
 * @param version version of the entry; empty for the latest
 */
public record VaultSource(String vault, String name, String version) {
    private static final String SCHEME = "keyvault://";
    private static final Pattern FORM =
            Pattern.compile("^([^/:@?#]++)/([0-9a-zA-Z-]{1,127}+)(?:/([0-9a-fA-F]{32}))?");

    /** Longest text that a message repeats. */
    private static final int LONGEST = 253;

    /** Whether the text begins with {@code keyvault://}; it may still be malformed. */
    public static boolean named(String written) {
        return written.toLowerCase(Locale.ROOT).startsWith(SCHEME);
    }

    /**
     * The latest version of an entry.
     *
     * @throws IllegalArgumentException when no entry can have the name
     */
    public static VaultSource latest(String vault, String name) {
        return new VaultSource(vault, VaultNames.checked(name), "");
    }

    /**
     * Parses what a user wrote.
     *
     * @throws IllegalArgumentException when the text is malformed; the message says what to write
     */
    public static VaultSource of(String written) {
        var form = FORM.matcher(written.substring(SCHEME.length()));
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'%s' names no value of a Key Vault; write keyvault://VAULT/NAME or keyvault://VAULT/NAME/VERSION. A name has letters, digits and hyphens, and a version has 32 hexadecimal digits"
                            .formatted(Excerpt.value(written, LONGEST)));
        }
        return new VaultSource(
                form.group(1),
                form.group(2),
                Optional.ofNullable(form.group(3)).orElse("").toLowerCase(Locale.ROOT));
    }
}
