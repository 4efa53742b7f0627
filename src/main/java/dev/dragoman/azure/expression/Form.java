package dev.dragoman.azure.expression;

/** What an expression gives, as far as it can be told before it is evaluated. */
public enum Form {
    TEXT,
    /** A map of texts by text. */
    TEXTS,
    /** Either: the type of what it reads is known only when it is read. */
    OPEN
}
