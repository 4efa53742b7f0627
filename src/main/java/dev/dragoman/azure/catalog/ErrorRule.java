package dev.dragoman.azure.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A rule of one kind: it gives an error another class than the error has for all other kinds.
 * Immutable.
 *
 * @param code ARM error code; empty for any
 * @param texts texts that the message must all contain, in any case and order; empty for any
 *     message. A rule has a code, texts or both
 * @param as the class of an error that the rule fits
 */
public record ErrorRule(Optional<String> code, List<String> texts, ErrorClass as) {
    public ErrorRule {
        if (code.isEmpty() && texts.isEmpty()) {
            throw new IllegalArgumentException(
                    "a rule for errors names neither a code nor a text, so it would fit every error");
        }
        texts = List.copyOf(texts);
    }

    /**
     * Whether the rule fits this error.
     *
     * @param actual ARM error code, empty when there was none
     */
    boolean fits(String actual, String message) {
        var lower = message.toLowerCase(Locale.ROOT);
        return code.filter(wanted -> !wanted.equalsIgnoreCase(actual)).isEmpty()
                && texts.stream().allMatch(text -> lower.contains(text.toLowerCase(Locale.ROOT)));
    }
}
