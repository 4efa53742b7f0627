package dev.dragoman.namespaces.decision;

import java.util.Arrays;
import java.util.Optional;

/**
 * How often tokens of a namespace are given out; the value of an annotation on its ServiceAccount.
 */
public enum TokenPolicy {
    /** A token is renewed before it expires, and another one is issued when it is lost. */
    MULTIPLE_TIMES("multiple-times"),
    /** One token is published, and never a second one. */
    ONLY_ONCE("only-once");

    private final String text;

    TokenPolicy(String text) {
        this.text = text;
    }

    /** The value of the annotation. */
    public String text() {
        return text;
    }

    /** The policy with that text; empty if there is none. */
    public static Optional<TokenPolicy> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }
}
