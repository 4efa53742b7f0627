package dev.dragoman.camel.confine;

/**
 * A regular expression looks at a text again and again, which may take years for a short text. Its
 * message has no value of the exchange.
 */
public final class RegexTooSlow extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RegexTooSlow(int characters) {
        super(
                "a regular expression did not end on a text of %d characters; write it without a repetition inside a repetition, such as (.*a){9}"
                        .formatted(characters),
                null,
                false,
                false);
    }
}
