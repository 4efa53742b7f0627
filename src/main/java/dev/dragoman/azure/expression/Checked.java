package dev.dragoman.azure.expression;

/** What came of checking an expression. */
public sealed interface Checked {
    /** It may be evaluated. */
    record Right(Expression expression) implements Checked {}

    /**
     * It may not.
     *
     * @param message where and why not, and what to do
     */
    record Wrong(String message) implements Checked {}
}
