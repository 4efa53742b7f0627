package dev.dragoman.camel.confine;

/**
 * Thrown when a regular expression takes too long. Backtracking may take years, even on a short
 * text. The message contains no value of the exchange.
 */
public final class RegexTooSlow extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RegexTooSlow(int characters) {
        super(
                "a regular expression takes too long on a text of %d characters. The cause may be a repetition inside a repetition, such as (.*a){9}"
                        .formatted(characters),
                null,
                false,
                false);
    }
}
