package dev.dragoman.azure.expression;

/** The form of an expression's result, as far as it is known before the evaluation. */
public enum Form {
    TEXT,
    /** A map from text to text. */
    TEXTS,
    /**
     * A text or a map: the types of the fields that the expression reads are known only at the
     * evaluation.
     */
    OPEN
}
