package dev.dragoman.camel.https;

import dev.dragoman.azure.vault.OverlayVault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A placeholder for a hidden value, such as {@code {{secret:NAME/KEY}}} or {@code {{azure:NAME}}}.
 * Immutable.
 *
 * @param function name of the placeholder's function, one of {@link #FUNCTIONS}
 * @param text what the placeholder has after the colon
 */
public record SecretReference(String function, String text) {
    /** Function for a key of a Secret in the operator's namespace. */
    public static final String SECRET = "secret";

    /** All functions. */
    public static final List<String> FUNCTIONS = List.of(SECRET, OverlayVault.FUNCTION);

    private static final Map<String, Pattern> FORMS =
            Map.of(
                    SECRET,
                    Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?/[A-Za-z0-9._-]{1,253}"),
                    OverlayVault.FUNCTION,
                    OverlayVault.FORM);

    private static final Map<String, String> WRITTEN =
            Map.of(SECRET, "{{secret:NAME/KEY}}", OverlayVault.FUNCTION, OverlayVault.WRITTEN);

    /** Parses the text of a function; empty when it does not have the function's form. */
    public static Optional<SecretReference> of(String function, String text) {
        return Optional.of(text)
                .filter(each -> FORMS.get(function).matcher(each).matches())
                .map(each -> new SecretReference(function, each));
    }

    /** How placeholders of a function are written, for messages. */
    public static String written(String function) {
        return WRITTEN.get(function);
    }

    /** Whether this is a key of a Secret. */
    boolean ofCluster() {
        return SECRET.equals(function);
    }

    /** Name of the Secret. */
    String name() {
        return text.substring(0, text.indexOf('/'));
    }

    /** Key in the Secret's data. */
    String key() {
        return text.substring(text.indexOf('/') + 1);
    }

    @Override
    public String toString() {
        return "{{" + function + ":" + text + "}}";
    }
}
