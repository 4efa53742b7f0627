package dev.dragoman.camel.https;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A placeholder {@code {{secret:NAME/KEY}}}. Immutable.
 *
 * @param name name of a Secret in the operator's namespace
 * @param key key in the Secret's data
 */
public record SecretReference(String name, String key) {
    private static final Pattern FORM =
            Pattern.compile("([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)/([A-Za-z0-9._-]{1,253})");

    /** Parses {@code NAME/KEY}; empty when the text does not have this form. */
    public static Optional<SecretReference> of(String text) {
        var read = FORM.matcher(text);
        return read.matches()
                ? Optional.of(new SecretReference(read.group(1), read.group(2)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "{{secret:" + name + "/" + key + "}}";
    }
}
