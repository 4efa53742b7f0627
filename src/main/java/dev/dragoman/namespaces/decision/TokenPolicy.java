package dev.dragoman.namespaces.decision;

import java.util.Arrays;
import java.util.Optional;

/** How often a token is given out for one namespace; the value of an annotation on its account. */
public enum TokenPolicy {
    /** Issued, renewed before it ends, issued again when it is lost. */
    MULTIPLE_TIMES("multiple-times"),
    /** Published once and never again. */
    ONLY_ONCE("only-once");

    private final String text;

    TokenPolicy(String text) {
        this.text = text;
    }

    /** As users write it. */
    public String text() {
        return text;
    }

    /** The policy of that text, or empty when it is none. */
    public static Optional<TokenPolicy> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }
}
