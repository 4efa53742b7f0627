package dev.dragoman.azure.vault;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dragoman.kube.object.Excerpt;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Names of entries of a Key Vault. Pure. */
final class VaultNames {
    /** Longest name of an entry. */
    static final int LONGEST = 127;

    private static final int HASH = 26;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z]*)}");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9-]+");

    private VaultNames() {}

    /**
     * The name of an entry. {@code .} and {@code _} become {@code -}. A name that is too long and
     * ends with the hash is shortened before the hash.
     *
     * @param pattern text with the placeholders {@code {kind}}, {@code {namespace}}, {@code
     *     {name}}, {@code {secret}}, {@code {key}} and {@code {hash}}
     * @param secret name of the Secret
     * @param key key in the Secret; empty for an entry of all keys
     * @throws IllegalArgumentException when the pattern has another placeholder, or the result is
     *     no valid name
     */
    static String of(String pattern, VaultOwner owner, String secret, String key) {
        var hash = hash(owner, secret, key);
        var values =
                Map.of(
                        "kind",
                        owner.kind().replaceFirst("\\..*", "").toLowerCase(Locale.ROOT),
                        "namespace",
                        owner.namespace(),
                        "name",
                        owner.name(),
                        "secret",
                        secret,
                        "key",
                        key,
                        "hash",
                        hash);
        var text =
                PLACEHOLDER
                        .matcher(pattern)
                        .replaceAll(found -> value(found, values, pattern))
                        .replaceAll("[._]", "-");
        var name =
                text.length() > LONGEST && text.endsWith(hash)
                        ? text.substring(0, LONGEST - HASH) + hash
                        : text;
        if (name.length() > LONGEST || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the pattern '%s' gives '%s', which is no name of an entry; it may have up to %d letters, digits and hyphens"
                            .formatted(Excerpt.value(pattern), Excerpt.value(name), LONGEST));
        }
        return name;
    }

    /**
     * Returns the name unchanged if an entry can have it.
     *
     * @throws IllegalArgumentException when no entry can have the name
     */
    static String checked(String name) {
        if (name.length() > LONGEST || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'%s' is no name of an entry; it may have up to %d letters, digits and hyphens"
                            .formatted(Excerpt.value(name), LONGEST));
        }
        return name;
    }

    private static String value(MatchResult found, Map<String, String> values, String pattern) {
        var value = values.get(found.group(1));
        if (value == null) {
            throw new IllegalArgumentException(
                    "the pattern '%s' has {%s}; write {kind}, {namespace}, {name}, {secret}, {key} or {hash}"
                            .formatted(Excerpt.value(pattern), found.group(1)));
        }
        return value;
    }

    /** Hash of object, Secret and key, as hexadecimal digits. */
    private static String hash(VaultOwner owner, String secret, String key) {
        return hash(String.join("/", owner.kind(), owner.namespace(), owner.name(), secret, key));
    }

    /** A short hash of a text, as hexadecimal digits. */
    static String hash(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JVM has SHA-256", impossible);
        }
    }
}
